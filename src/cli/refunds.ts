import { Command } from 'commander';
import { formatKes, type Cents } from '../core/money.ts';
import { staffName } from '../cases/staff/people.ts';
import { recordRefund } from '../cases/staff/reconcile.ts';
import type { Receipt } from '../reading/types.ts';
import { amountArgument, receiptArgument } from './arguments.ts';
import { withDesk, type CliContext } from './context.ts';

interface RecordOptions {
  readonly as: string;
  readonly amount: Cents;
  readonly providerReceipt: Receipt;
  readonly json?: boolean;
}

export function refundsCommand(context: CliContext): Command {
  const group = new Command('refunds').description('money given back by hand, outside this program');
  group
    .command('record')
    .description('tell the books about a refund made by hand; takes two people who say the same')
    .argument('<receipt>', 'the receipt whose money went back', receiptArgument)
    .requiredOption('--amount <shillings>', 'how much of it', amountArgument)
    .requiredOption('--provider-receipt <receipt>', "M-Pesa's receipt of the refund", receiptArgument)
    .requiredOption('--as <name>', 'who says so')
    .option('--json', 'print JSON')
    .action(async (receipt: Receipt, options: RecordOptions) => {
      const { amount, providerReceipt } = options;
      const by = staffName(options.as);
      const { kind } = await withDesk(context, ({ desk }) =>
        recordRefund({ receipt, amountCents: amount, providerReceipt, by }, desk),
      );
      if (options.json) context.output.json({ receipt, amount_cents: amount, state: kind });
      else if (kind === 'done')
        context.output.line(`${receipt}: ${formatKes(amount)} counts as given back (${providerReceipt})`);
      else context.output.line(`${receipt}: noted; a second person must say the same`);
    });
  return group;
}
