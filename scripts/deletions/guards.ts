import type { Deletion, Edit } from './deletion.ts';
import { gateCheck } from './gate.ts';

const HEAR = 'src/cases/hear.ts';
const CASES = 'src/store/writes/cases.ts';
const RESERVE = 'src/store/reserve.ts';
const CONDITIONS = 'src/store/writes/conditions.ts';

/** The version that a change of a case names. */
export const NO_CASE_VERSION: Edit = {
  file: CASES,
  find: "if (row?.['version'] !== write.version) throw",
  replace: 'if (row === undefined) throw',
};

/** The condition that the facts judged are all there are. */
export const NO_FACTS_CONDITION: Edit = {
  file: CONDITIONS,
  find: "?.['n'] ===\n        condition.count",
  replace: "?.['n'] !==\n        -1 - condition.count",
};

/** A condition of a change that always holds. */
export function noCondition(kind: string): Edit {
  return {
    file: CONDITIONS,
    find: `    case '${kind}':`,
    replace: `    case '${kind}':\n      if (db.open) return true;`,
  };
}

function condition(kind: string, first: readonly string[]): Deletion {
  return { name: `condition: ${kind}`, first, edits: [noCondition(kind)] };
}

/** Budgets, the redaction guard, the versions and the conditions of a change. */
export const GUARD_DELETIONS: readonly Deletion[] = [
  {
    name: 'budget: model calls',
    first: ['model'],
    edits: [{ file: HEAR, find: 'if (kase.modelCalls >= MODEL_CALLS)', replace: 'if (kase.modelCalls < 0)' }],
  },
  {
    name: 'budget: reading steps',
    first: ['escalations'],
    edits: [
      { file: HEAR, find: 'if (kase.readingSteps >= READING_STEPS)', replace: 'if (kase.readingSteps < 0)' },
    ],
  },
  {
    name: 'budget: attempts of a round',
    first: ['payouts-failures', 'payouts-answers'],
    edits: [
      {
        file: 'src/payouts/after-verdict.ts',
        find: 'if (payout.attemptsInRound >= settings.attemptsPerRound)',
        replace: 'if (payout.attemptsInRound < 0)',
      },
      {
        file: 'src/payouts/checks/reserve.ts',
        find: 'if (!(payout.attemptsInRound < attemptsPerRound))',
        replace: 'if (attemptsPerRound < 0)',
      },
    ],
  },
  {
    name: 'redaction guard of the model port',
    first: ['model'],
    edits: [
      {
        file: 'src/model/ollama.ts',
        find: 'if (holds(options.holdsSecret, sent, secrets))',
        replace: 'if (holds(() => false, sent, secrets))',
      },
    ],
  },
  {
    name: 'version: of a case that a change moves',
    first: ['between-steps', 'races', 'doubt'],
    edits: [NO_CASE_VERSION],
  },
  {
    name: 'version: of the case that reserves',
    first: ['races'],
    edits: [
      {
        file: RESERVE,
        find: 'if (kase?.version !== request.version) throw',
        replace: 'if (kase === null) throw',
      },
      {
        file: RESERVE,
        find: 'wake_at = NULL WHERE id = ? AND version = ?',
        replace: 'wake_at = NULL WHERE id = ? AND (version = ? OR 1)',
      },
    ],
    behind: {
      why: 'The gate looks at the case as it is in the very transaction that reserves, so an outdated view can only matter where `case_current` overlooks what changed.',
      edits: [gateCheck('case_current')],
    },
  },
  {
    name: 'version: of the schema, at each commit',
    first: ['walls-keys'],
    edits: [{ file: 'src/store/transaction.ts', find: '    assertSchema(db);\n', replace: '' }],
  },
  {
    name: 'condition: the facts judged are all there are',
    first: ['walls-settlement'],
    edits: [NO_FACTS_CONDITION],
  },
  condition('case_open', ['races', 'closing', 'conversation']),
  condition('setting', ['second-walls', 'lane']),
  condition('message_unknown', ['conversation', 'closing']),
];
