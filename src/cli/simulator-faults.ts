import { Command } from 'commander';
import { listFaults } from '../mpesa/simulator/fault-list.ts';
import type { ListedFault } from '../mpesa/simulator/fault-list.ts';
import { handRules } from '../mpesa/simulator/hand-rules.ts';
import type { CliContext } from './context.ts';

interface FaultsOptions {
  readonly amounts?: boolean;
  readonly json?: boolean;
}

/** `simulator faults`: what can go wrong, one line each. */
export function simulatorFaultsCommand({ output }: CliContext): Command {
  return new Command('faults')
    .description('every fault that can be scripted, with the section of the Daraja facts that it is from')
    .option('--amounts', 'the amounts that meet a fault under `simulator --by-hand`')
    .option('--json', 'as JSON')
    .action(({ amounts, json }: FaultsOptions) => {
      if (amounts === true) {
        const rules = handRules();
        if (json === true) output.json(rules);
        else
          for (const { amountEnding, faults } of rules) output.line(`…${amountEnding}  ${faults.join(', ')}`);
        return;
      }
      const faults = listFaults();
      if (json === true) output.json(faults);
      else for (const fault of faults) output.line(lineOf(fault));
    });
}

/** As wide as the longest name. */
const NAME_WIDTH = 42;

function lineOf({ name, value, section, does }: ListedFault): string {
  const written = value === null ? name : `${name}:${value}`;
  return `${written.padEnd(NAME_WIDTH)} ${section.padEnd(5)} ${does}`;
}
