import { gatewayError } from './codes.ts';
import { gatewayId } from './receipts.ts';

/** A request as it came in over HTTP. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly authorization: string;
  readonly contentType: string;
  readonly body: string;
  /** The body was longer than anybody's may be, and was thrown away. */
  readonly tooLong?: boolean;
}

/** What the simulator does with a connection. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly http: number;
      readonly contentType: string;
      readonly body: string;
      readonly location?: string;
    }
  /** The socket is destroyed without a word. */
  | { readonly kind: 'cut' }
  /** The same, with a TCP RST. */
  | { readonly kind: 'reset' }
  /** No word ever comes; the connection stays. */
  | { readonly kind: 'hang' };

export function json(body: unknown, http = 200): Reply {
  return { kind: 'answer', http, contentType: 'application/json', body: JSON.stringify(body) };
}

/** Daraja's error envelope (daraja.md §7). `http` 200 for those that come inside a success. */
export function refusal(salt: string, code: string, message?: string, http?: number): Reply {
  const known = gatewayError(code);
  const body = {
    requestId: gatewayId(`request ${salt}`),
    errorCode: code,
    errorMessage: message ?? known.message,
  };
  return json(body, http ?? known.http);
}

/** What the firewall in front of Daraja answers, with status 200 too (daraja.md §1). */
export function html(http: number): Reply {
  const body =
    '<html><head><title>Request unsuccessful</title></head><body>Request unsuccessful. Incapsula incident ID: ' +
    '1234000000000000-56780000000000000</body></html>';
  return { kind: 'answer', http, contentType: 'text/html', body };
}

/** 307: whoever follows it posts the same body again. */
export function redirect(location: string): Reply {
  return { kind: 'answer', http: 307, contentType: 'text/html', body: '', location };
}
