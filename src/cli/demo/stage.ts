import type { App } from '../../app.ts';
import type { Snapshot } from '../../cases/reads.ts';
import type { Children, Child } from './children.ts';
import type { Provider } from './provider.ts';
import type { Complaint, Part } from './script.ts';
import type { Story } from './story.ts';
import { until, type Watch } from './until.ts';

/** Everything that the scenes play with. */
export interface Stage {
  readonly app: App;
  readonly provider: Provider;
  readonly children: Children;
  readonly watch: Watch;
  readonly story: Story;
  /** The case that each complaint opened. */
  readonly caseIds: Map<Part, string>;
  /** Messages that were shown to the reader. */
  readonly shown: Set<string>;
  worker: Child;
}

export function caseIdOf(complaint: Complaint, stage: Stage): string {
  const id = stage.caseIds.get(complaint.part);
  if (id === undefined) throw new Error(`nobody opened the case of scene ${complaint.scene}`);
  return id;
}

/** Waits until the complaint's case looks as wanted, and returns it. */
export function untilCase(
  complaint: Complaint,
  what: string,
  stage: Stage,
  wanted: (snapshot: Snapshot) => boolean,
): Promise<Snapshot> {
  const caseId = caseIdOf(complaint, stage);
  const look = (): Promise<Snapshot | null> => stage.app.desk.store.snapshot(caseId);
  return until(
    `case ${caseId} of scene ${complaint.scene} (${what})`,
    stage.watch,
    async () => {
      const snapshot = await look();
      return snapshot !== null && wanted(snapshot) ? snapshot : null;
    },
    async () => {
      const snapshot = await look();
      const open = snapshot?.openEscalations.map(({ reason }) => reason) ?? [];
      return [snapshot?.case.status ?? 'gone', ...open].join(', ');
    },
  );
}

/** Waits until the customer got a message of this kind that the reader has not seen, and shows it. */
export async function showMessage(complaint: Complaint, purpose: string, stage: Stage): Promise<void> {
  const caseId = caseIdOf(complaint, stage);
  const message = await until(`the message ${purpose} of scene ${complaint.scene}`, stage.watch, async () => {
    const sent = await stage.app.desk.store.outboundOf(caseId);
    return (
      sent.find((one) => one.purpose === purpose && one.deliveredAt !== null && !stage.shown.has(one.id)) ??
      null
    );
  });
  stage.shown.add(message.id);
  stage.story.tell(message.audience === 'staff' ? 'to staff' : 'told', `“${message.text}”`);
}
