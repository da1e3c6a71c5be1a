import { asModelReads, type ByModel, type HeardSaid } from '../reading/by-model.ts';
import type { Field } from '../reading/types.ts';
import { ask, viewOf } from './decide-view.ts';
import type { Decision, Row, Situation } from './types.ts';

/**
 * The table's answer to what the rules read, with a model's reading held against it. The model's can only stop it:
 * - a complaint that only the model sees may lead to a question, else it stays a person's (D2);
 * - where the rules' values lead to a refund, a closing or waiting, and the values that the model would keep lead
 *   elsewhere, the customer is asked which one counts;
 * - a question or a person stays what it is.
 * A staff fact ends the doubt: a person has looked.
 */
export function withModelsDoubt(situation: Situation, table: (read: Situation) => Decision): Decision {
  const said: HeardSaid = situation.said;
  const rules = table(situation);
  if (said.byModel === undefined || situation.staffFact !== null) return rules;
  const model = table({ ...situation, said: asModelReads(said) });
  if (rules.route === 'person' && rules.row === 'D2') return model.route === 'ask' ? model : rules;
  if (rules.route === 'ask' || rules.route === 'person' || leadsToSame(rules, model)) return rules;
  const [row, field] = doubted(said.byModel);
  return ask(row, field, rules.receipt, viewOf(situation));
}

/** The same but for the row that says so. */
function leadsToSame(rules: Decision, model: Decision): boolean {
  return JSON.stringify({ ...rules, row: null }) === JSON.stringify({ ...model, row: null });
}

/** What to ask about, and the row that needs it: the code first, for it points at the money. */
function doubted({ denied }: ByModel): readonly [Row, Field] {
  if (denied !== undefined && denied.receipts.length === 0) {
    return denied.orders.length > 0 ? ['D11', 'order_number'] : ['D9', 'amount'];
  }
  return ['D5', 'mpesa_code'];
}
