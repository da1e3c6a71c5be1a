import { formatAge, formatEat } from '../core/clock.ts';
import { cents, formatKes } from '../core/money.ts';
import { showable } from '../core/text.ts';
import { deniedByModel } from '../cases/card.ts';
import type { StoredEvent, StoredModelCall } from '../cases/reads.ts';
import type { Case } from '../cases/types.ts';
import type { HeardSaid } from '../reading/by-model.ts';
import { cutAt } from '../reading/message.ts';
import type { CaseStory } from './case-story.ts';
import { escalationLines } from './escalations.ts';
import type { Output } from './output.ts';
import { cutText, fieldLines } from './review-card.ts';
import { labelled, plain, words } from './screen.ts';

/** Prints one case whole: what it is, the words, what was read, why it is where it is, and its history. */
export function printCase(story: CaseStory, now: number, output: Output): void {
  const { snapshot, fields, escalations, calls, events, intact } = story;
  const { case: kase } = snapshot;
  const lines = [
    ...headOf(story, now, output),
    ...section('MESSAGES', messagesOf(story), output),
    ...section('READ', kase.said === null ? ['nothing yet'] : readOf(kase.said), output),
    ...(kase.receipt === null ? [] : ['', ...fieldLines(fields, output)]),
    ...section(
      'NEEDS A PERSON',
      escalations.flatMap((one) => escalationLines(one, now)),
      output,
    ),
    ...section('MODEL CALLS', calls.flatMap(callLines), output),
    ...section('HISTORY', events.flatMap(eventLines), output),
    ...(intact ? [] : [output.red('the history was changed outside this program: its hashes do not fit')]),
  ];
  for (const line of lines) output.line(line);
}

function section(title: string, lines: readonly string[], output: Output): readonly string[] {
  return lines.length === 0 ? [] : ['', output.bold(title), ...lines];
}

function headOf({ snapshot }: CaseStory, now: number, output: Output): readonly string[] {
  const { case: kase, payout, openEscalations } = snapshot;
  const outcome = kase.outcome === null ? '' : `: ${plain(kase.outcome)}`;
  return [
    output.bold(`CASE ${kase.id}   ${plain(kase.status)}${outcome}`),
    ...labelled(
      'opened',
      `${formatEat(kase.openedAt)}, ${formatAge(now - kase.openedAt)} ago, ${showable(kase.channel)}, ${kase.sender ?? 'number not known'}`,
    ),
    ...labelled('decided', decisionText(kase)),
    ...(kase.receipt === null ? [] : labelled('receipt', kase.receipt)),
    ...(kase.orderNumber === null ? [] : labelled('order', kase.orderNumber)),
    ...(payout === null
      ? []
      : labelled(
          'refund',
          `${payout.reference}, ${formatKes(payout.refund.amountCents)}, ${plain(payout.state)} (rudisha payouts show ${payout.reference})`,
        )),
    ...(kase.staffFact === null
      ? []
      : labelled(
          'stated',
          `by ${kase.staffFact.by}: receipt ${kase.staffFact.receipt ?? '-'}, order ${kase.staffFact.order ?? '-'}; ${words(kase.staffFact.because)}`,
        )),
    ...(kase.duplicateOf === null ? [] : labelled('same as', `case ${kase.duplicateOf}`)),
    ...(kase.hands.length === 0 ? [] : labelled('hands', `${kase.hands.join(', ')} (cannot approve it)`)),
    ...labelled('next', nextOf(kase, openEscalations.length, now)),
  ];
}

function decisionText({ decision }: Case): string {
  if (decision === null) return 'nothing yet';
  const because = `row ${decision.row}`;
  switch (decision.route) {
    case 'refund':
      return `refund ${formatKes(decision.refund.amountCents)} of ${decision.refund.receipt} for ${plain(decision.refund.cause)}, ${because}`;
    case 'ask':
      return `ask the customer for ${plain(decision.for)}, ${because}`;
    case 'wait':
      return `wait for another refund of ${decision.receipt}, ${because}`;
    case 'person':
      return `a person is needed: ${plain(decision.reason)}, ${because}`;
    case 'close':
      return `close: ${plain(decision.outcome)}, ${because}`;
  }
}

function nextOf(kase: Case, escalated: number, now: number): string {
  if (kase.status === 'closed') return '-';
  if (escalated > 0) return 'a person answers (below)';
  if (kase.status === 'waiting_for_approval') return `rudisha approvals show ${kase.id}`;
  if (kase.wakeAt === null) return 'waits for something to happen';
  return kase.wakeAt <= now
    ? 'the worker takes it up'
    : `the worker looks again at ${formatEat(kase.wakeAt)}`;
}

function messagesOf({ inbound, outbound }: CaseStory): readonly string[] {
  const all = [
    ...inbound.map(({ at, text }) => {
      const cut = cutAt(text) === null ? '' : `[${cutText(cutAt(text))}] `;
      return { at, who: 'in', text: `${cut}“${words(text)}”` };
    }),
    ...outbound.map(({ at, audience, text, deliveredAt }) => ({
      at,
      who: audience === 'staff' ? 'to staff' : 'out',
      text: `${words(text)}${deliveredAt === null ? '  [not delivered yet]' : ''}`,
    })),
  ].toSorted((left, right) => left.at - right.at);
  return all.flatMap(({ at, who, text }) => labelled(`${formatEat(at).slice(5)} ${who}`, text, 21));
}

function readOf(said: HeardSaid): readonly string[] {
  const listed = (values: readonly string[]): string => (values.length === 0 ? '-' : values.join(', '));
  return [
    ...labelled(
      'complaint',
      `${said.complaint}${said.wantsPerson ? ', wants a person' : ''}${said.injection ? ', text gives orders to the program' : ''}`,
    ),
    ...labelled('receipts', listed(said.receipts)),
    ...labelled('orders', listed(said.orders.map(({ written }) => showable(written)))),
    ...labelled('amounts', listed(said.amounts.map((amount) => formatKes(amount)))),
    ...labelled('payer', said.payer ?? '-'),
    ...labelled('paid on', said.paidOn === null ? '-' : showable(said.paidOn)),
    ...modelLines(said),
  ];
}

/** What a model made of the words, which decides nothing by itself. */
function modelLines(said: HeardSaid): readonly string[] {
  if (said.byModel === undefined) return [];
  const { complaint } = said.byModel;
  const values = deniedByModel(said).map((value) => showable(value));
  return labelled(
    'by model',
    [
      ...(complaint === undefined ? [] : [`complaint ${complaint}`]),
      ...(values.length === 0 ? [] : [`takes ${values.join(', ')} for denied`]),
    ].join('; '),
  );
}

/** Enough digits of a hash to compare by eye; `--json` has it whole. */
const HASH_SHOWN = 12;

function callLines({
  at,
  purpose,
  outcome,
  model,
  digest,
  promptHash,
  rawAnswer,
}: StoredModelCall): readonly string[] {
  const answer = rawAnswer === null ? '' : `, ${words(rawAnswer)}`;
  const hash = (value: string | null): string => (value ? showable(value).slice(0, HASH_SHOWN) : '-');
  const by = `model ${showable(model ?? '-')}, digest ${hash(digest)}, prompt file ${hash(promptHash)}`;
  return [
    ...labelled(formatEat(at).slice(5), `${purpose}: ${outcome ?? 'no answer was saved'}${answer}`),
    ...labelled('', by),
  ];
}

function eventLines({ at, actor, what, detail }: StoredEvent): readonly string[] {
  const told = Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) =>
      name === 'amount_cents' ? formatKes(cents(Number(value))) : `${plain(name)} ${String(value)}`,
    )
    .join(', ');
  return labelled(
    formatEat(at).slice(5),
    showable(`${actor}  ${plain(what)}${told === '' ? '' : `: ${told}`}`),
  );
}
