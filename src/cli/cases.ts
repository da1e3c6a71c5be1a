import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { formatEat } from '../core/clock.ts';
import { Problem, messageOf } from '../core/errors.ts';
import { showable, shorten } from '../core/text.ts';
import { fileReply, openCase, type Incoming } from '../cases/inbound.ts';
import { staffActor, staffName } from '../cases/staff/people.ts';
import type { Case, Status } from '../cases/types.ts';
import type { Msisdn } from '../reading/types.ts';
import { idArgument, LIST_LIMIT, limitArgument, oneOf, phoneArgument } from './arguments.ts';
import { caseJson, showCase } from './case-view.ts';
import { withDesk, type CliContext } from './context.ts';

const STATUSES: readonly Status[] = [
  'new',
  'extracted',
  'waiting_for_customer',
  'waiting_for_approval',
  'approved',
  'refunded',
  'closed',
];

interface MessageOptions {
  readonly as: string;
  readonly from?: Msisdn;
  readonly file?: string;
  readonly messageId?: string;
  readonly json?: boolean;
}

export function casesCommand(context: CliContext): Command {
  const group = new Command('cases').description("customers' complaints: open, answer, look");
  group
    .command('open')
    .description("open a case with a customer's first message")
    .argument('[text]', 'the message; "-" or nothing reads it from standard input')
    .requiredOption('--as <name>', 'who opens it: that person cannot approve its refund')
    .option('--from <phone>', 'the number that the message came from', phoneArgument)
    .option('--file <path>', 'read the message from a file')
    .option('--message-id <id>', "the channel's id of the message: handing it in twice opens one case")
    .option('--json', 'print JSON')
    .action(async (text: string | undefined, options: MessageOptions) => {
      const message = await messageText(text, options, context);
      await withDesk(context, async ({ desk }) => {
        const received = await openCase(
          incoming(message, options, desk.ids.rowId()),
          staffActor(staffName(options.as)),
          desk,
        );
        if (options.json) context.output.json({ case_id: received.caseId, what: received.what });
        else context.output.line(`${received.caseId} ${received.what}`);
      });
    });
  group
    .command('reply')
    .description("file a customer's further message in their case")
    .argument('<case>', 'the case', idArgument)
    .argument('[text]', 'the message; "-" or nothing reads it from standard input')
    .requiredOption('--as <name>', 'who files it: that person cannot approve its refund')
    .option('--file <path>', 'read the message from a file')
    .option('--message-id <id>', "the channel's id of the message")
    .option('--json', 'print JSON')
    .action(async (caseId: string, text: string | undefined, options: MessageOptions) => {
      const message = await messageText(text, options, context);
      await withDesk(context, async ({ desk }) => {
        const kase = await desk.store.case(caseId);
        if (kase === null)
          throw new Problem('not_found', `there is no case ${caseId}: "rudisha cases list" shows all`);
        const of: Incoming = {
          ...incoming(message, options, desk.ids.rowId()),
          channel: kase.channel,
          sender: kase.sender,
        };
        const received = await fileReply(caseId, of, staffActor(staffName(options.as)), desk);
        if (options.json) context.output.json({ case_id: received.caseId, what: received.what });
        else context.output.line(`${received.caseId} ${received.what}`);
      });
    });
  group
    .command('list')
    .description('cases, newest first')
    .option('--status <status>', 'only these', oneOf(STATUSES, 'a status'))
    .option('--open', 'only those that are not closed')
    .option('--limit <n>', 'at most so many', limitArgument, LIST_LIMIT)
    .option('--json', 'print JSON')
    .action(async (options: { status?: Status; open?: boolean; limit: number; json?: boolean }) => {
      await withDesk(context, async ({ desk }) => {
        const cases = await desk.store.cases({
          limit: options.limit,
          ...(options.status === undefined ? {} : { status: options.status }),
          ...(options.open === undefined ? {} : { open: options.open }),
        });
        if (options.json) context.output.json(cases.map(caseJson));
        else listCases(cases, context);
      });
    });
  group
    .command('show')
    .description('one case whole: words, records, decision, messages, history')
    .argument('<case>', 'the case', idArgument)
    .option('--json', 'print JSON')
    .action(async (caseId: string, options: { json?: boolean }) => {
      await withDesk(context, (app) => showCase(caseId, options.json === true, app, context));
    });
  return group;
}

function incoming(text: string, options: MessageOptions, freshId: string): Incoming {
  return { channel: 'cli', providerId: options.messageId ?? freshId, sender: options.from ?? null, text };
}

async function messageText(
  text: string | undefined,
  options: MessageOptions,
  context: CliContext,
): Promise<string> {
  if (options.file !== undefined) {
    try {
      return await readFile(options.file, 'utf8');
    } catch (error) {
      throw new Problem('bad_input', `cannot read the message from ${options.file}: ${messageOf(error)}`);
    }
  }
  if (text !== undefined && text !== '-') return text;
  if (text === undefined && context.interactive) {
    throw new Problem(
      'bad_input',
      'the message is missing: give it as an argument, with --file, or on standard input with "-"',
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function listCases(cases: readonly Case[], context: CliContext): void {
  if (cases.length === 0) {
    context.output.say('no cases');
    return;
  }
  context.output.table(cases, [
    { title: 'case', value: ({ id }) => id },
    {
      title: 'status',
      value: ({ status, outcome }) => (outcome === null ? status : `${status}: ${outcome}`),
    },
    { title: 'order', value: ({ orderNumber }) => orderNumber ?? '' },
    {
      title: 'decided',
      value: ({ decision }) => (decision === null ? '' : `${decision.row} ${decision.route}`),
    },
    { title: 'opened (Nairobi)', value: ({ openedAt }) => formatEat(openedAt) },
    { title: 'about', value: ({ said }) => shorten(showable((said?.receipts ?? []).join(' ')), 24) },
  ]);
}
