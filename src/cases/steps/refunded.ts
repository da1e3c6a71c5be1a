import { rest, type Step } from '../step.ts';

/** `refunded`: the money is back; the delivery of the closing message closes the case (deliver.ts). */
export const refundedStep: Step = () => rest();
