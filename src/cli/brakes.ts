import { Command } from 'commander';
import { formatAge, formatEat } from '../core/clock.ts';
import { showable } from '../core/text.ts';
import type { App } from '../app.ts';
import {
  acceptClock,
  brakesOf,
  probeLane,
  startLane,
  startPayouts,
  stopPayouts,
  type Braking,
  type Brakes,
} from '../cases/staff/brakes.ts';
import { staffName } from '../cases/staff/people.ts';
import { withDesk, type CliContext } from './context.ts';
import { isoTime, plain } from './screen.ts';

interface BrakeOptions {
  readonly as: string;
  readonly because: string;
  readonly lane?: boolean;
  readonly json?: boolean;
}

/** Notes shown of who touched the brakes. */
const NOTES_SHOWN = 5;

export function brakesCommand(context: CliContext): Command {
  const group = new Command('brakes').description('stop and start all money: kill switch, lane, clock');
  group
    .command('status')
    .description('whether money can go out, and why not')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      await withDesk(context, async ({ desk }) => {
        const brakes = await brakesOf(desk);
        if (options.json) context.output.json(brakesJson(brakes));
        else show(brakes, context);
      });
    });
  brake(
    group.command('stop').description('kill switch: no refund leaves from now on'),
    context,
    async (given, { desk }) => {
      await stopPayouts(given, desk);
      return 'all payouts are stopped; what was sent already is still settled';
    },
  );
  brake(
    group
      .command('start')
      .description('release the kill switch, or with --lane a stopped lane; approved refunds go out at once')
      .option('--lane', 'reopen the lane that a credential or float code stopped'),
    context,
    async (given, { desk }, options) => {
      const woken = options.lane === true ? await startLane(given, desk) : await startPayouts(given, desk);
      return `${options.lane === true ? 'the lane is open' : 'payouts are live'}; ${woken} approved ${woken === 1 ? 'case goes' : 'cases go'} on`;
    },
  );
  brake(
    group
      .command('probe')
      .description('after a credential stop: ask M-Pesa about one payment; a good answer reopens the lane'),
    context,
    async (given, { desk }) => {
      await probeLane(given, desk);
      return 'the worker asks M-Pesa about the newest payment now; answered well, the lane opens and staff are told';
    },
  );
  brake(
    group
      .command('accept-clock')
      .description('accept events that are dated ahead of the clock, after a look at both'),
    context,
    async (given, { desk }) => {
      const woken = await acceptClock(given, desk);
      return `the clock is accepted up to the newest event; ${woken} approved ${woken === 1 ? 'case goes' : 'cases go'} on`;
    },
  );
  return group;
}

function brake(
  command: Command,
  context: CliContext,
  run: (given: Braking, app: App, options: BrakeOptions) => Promise<string>,
): void {
  command
    .requiredOption('--as <name>', 'who does it')
    .requiredOption('--because <text>', 'why; kept for ever')
    .option('--json', 'print JSON')
    .action(async (options: BrakeOptions) => {
      await withDesk(context, async (app) => {
        const said = await run({ by: staffName(options.as), because: options.because }, app, options);
        if (options.json) context.output.json(brakesJson(await brakesOf(app.desk)));
        else context.output.line(said);
      });
    });
}

function brakesJson(brakes: Brakes): unknown {
  return {
    payouts_live: brakes.payoutsLive,
    lane_stop: brakes.laneStop,
    clock_behind_seconds: brakes.clockBehindMs === null ? null : Math.ceil(brakes.clockBehindMs / 1_000),
    history: brakes.history.map(({ at, by, what, because }) => ({ at: isoTime(at), by, what, because })),
  };
}

function show(brakes: Brakes, { output }: CliContext): void {
  const { payoutsLive, laneStop, clockBehindMs, history } = brakes;
  output.line(
    payoutsLive
      ? `kill switch  ${output.green('off: payouts are live')}`
      : `kill switch  ${output.red('ON: nothing goes out')} (rudisha brakes start)`,
  );
  output.line(
    laneStop === null
      ? `lane         ${output.green('open')}`
      : `lane         ${output.red(`STOPPED: ${laneStop.why} code ${showable(laneStop.code)}`)} (mend it, then rudisha brakes ${laneStop.why === 'credential' ? 'probe' : 'start --lane'})`,
  );
  output.line(
    clockBehindMs === null
      ? `clock        ${output.green('fine')}`
      : `clock        ${output.red(`BEHIND the newest event by ${formatAge(clockBehindMs)}`)} (set the clock, or rudisha brakes accept-clock)`,
  );
  for (const { at, by, what, because } of history.slice(-NOTES_SHOWN).toReversed())
    output.line(`${formatEat(at)}  ${plain(what)} by ${by}: ${showable(because)}`);
}
