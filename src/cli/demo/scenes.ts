import { fileReply } from '../../cases/inbound.ts';
import { resolve } from '../../cases/staff/resolve.ts';
import { approveCase, complain, showClosed, showDecision, showPaid, showWords, waiting } from './acts.ts';
import { killTheWorker } from './kill.ts';
import { COMPLAINTS, REPLY, SUPPORT, SUPPORT_SAYS, type Complaint, type Part } from './script.ts';
import { caseIdOf, showMessage, untilCase, type Stage } from './stage.ts';

const SCENES: Readonly<Record<Part, (complaint: Complaint, stage: Stage) => Promise<void>>> = {
  straight: async (complaint, stage) => {
    await refund(complaint, stage);
    await showMessage(complaint, 'order_refunded', stage);
  },
  missing_code: missingCode,
  duplicate: async (complaint, stage) => {
    await complain(complaint, stage);
    await showClosed(complaint, stage);
  },
  paid_twice: refund,
  overpaid: refund,
  injection: refund,
  amount: amountDiffers,
  outside: async (complaint, stage) => {
    // What the statement says happened in the M-Pesa portal must be in the provider's books too.
    await stage.provider.reverseOutside(complaint.receipt);
    await showClosed(complaint, stage);
  },
  killed: killTheWorker,
};

/** All complaints but the repeated one come in at once; the desk works on them while the scenes are read. */
export async function openAll(stage: Stage): Promise<void> {
  for (const complaint of COMPLAINTS) if (complaint.part !== 'duplicate') await complain(complaint, stage);
}

export async function playAll(stage: Stage): Promise<void> {
  for (const complaint of COMPLAINTS) {
    stage.story.scene(complaint.scene, complaint.title);
    showWords(complaint, stage);
    await SCENES[complaint.part](complaint, stage);
  }
}

async function refund(complaint: Complaint, stage: Stage): Promise<void> {
  showDecision(await waiting(complaint, stage), stage);
  await approveCase(complaint, stage);
  await showPaid(complaint, stage);
}

async function missingCode(complaint: Complaint, stage: Stage): Promise<void> {
  const asked = await untilCase(
    complaint,
    'a question to the customer',
    stage,
    ({ case: kase }) => kase.status === 'waiting_for_customer',
  );
  showDecision(asked, stage);
  await showMessage(complaint, 'ask_mpesa_code', stage);
  const { sender } = complaint;
  const incoming = { channel: 'demo', providerId: 'demo-reply', sender, text: REPLY.text };
  await fileReply(caseIdOf(complaint, stage), incoming, 'customer', stage.app.desk);
  showWords({ ...REPLY, customer: complaint.customer }, stage);
  await refund(complaint, stage);
}

async function amountDiffers(complaint: Complaint, stage: Stage): Promise<void> {
  const stopped = await untilCase(
    complaint,
    'an escalation',
    stage,
    ({ openEscalations }) => openEscalations.length > 0,
  );
  showDecision(stopped, stage);
  const [escalation] = stopped.openEscalations;
  if (escalation === undefined) throw new Error('an escalation was seen a moment ago');
  stage.story.tell('to staff', escalation.sentence);
  await showMessage(complaint, 'handed_to_person', stage);
  const { desk } = stage.app;
  const resolution = { kind: 'go-on', receipt: null, order: null } as const;
  await resolve({ escalationId: escalation.id, by: SUPPORT, because: SUPPORT_SAYS, resolution }, desk);
  stage.story.tell(SUPPORT, `go on: ${SUPPORT_SAYS}. Having said so, ${SUPPORT} cannot approve it`);
  await refund(complaint, stage);
}
