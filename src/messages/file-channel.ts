import { appendFile } from 'node:fs/promises';
import { formatEat } from '../core/clock.ts';
import { showable } from '../core/text.ts';
import type { OutboundMessage } from '../cases/change.ts';
import type { Channel } from '../cases/ports.ts';

export interface FileChannelOptions {
  /** One JSON line a delivery. */
  readonly path: string;
  /** Also shown here, one line each; customer numbers are masked. */
  readonly show?: (line: string) => void;
}

/**
 * The default channel: appends each message to a file, and shows it. A message may stand in the file twice (a process
 * can die between the line and the note that it was written): the id says that it is the same.
 */
export function fileChannel(options: FileChannelOptions): Channel {
  return {
    deliver: async (message) => {
      const { id, caseId, audience, purpose, to, text, at } = message;
      const line = JSON.stringify({
        id,
        case_id: caseId,
        audience,
        purpose,
        to,
        text,
        at: new Date(at).toISOString(),
      });
      await appendFile(options.path, `${line}\n`, 'utf8');
      options.show?.(shown(message));
    },
  };
}

function shown({ audience, to, text, at, caseId }: OutboundMessage): string {
  const who =
    audience === 'staff'
      ? 'staff'
      : to === null
        ? 'customer'
        : `customer ${to.slice(0, 5)}****${to.slice(-3)}`;
  return `${formatEat(at)}  ${caseId}  to ${who}: ${showable(text)}`;
}
