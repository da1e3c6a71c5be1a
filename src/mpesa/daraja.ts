import type { Payments } from '../cases/ports.ts';
import { askStatus } from './ask.ts';
import type { Operator } from './bodies.ts';
import { providerKey, securityCredential } from './credential.ts';
import { LANE_INTERVAL_MS, laneTime, paceLane } from './lane.ts';
import type { DarajaOptions } from './options.ts';
import type { Parts } from './parts.ts';
import { sendMoney } from './send.ts';
import { keepToken } from './token.ts';
import { wireOf } from './wire.ts';

/**
 * M-Pesa over Daraja. Nothing is logged here, and no word that a fact keeps holds a token, a credential or a phone
 * number. Throws Problem `bad_configuration` when the certificate, the password or the URL cannot be used.
 */
export function darajaClient(options: DarajaOptions): Payments {
  const wire = wireOf(options);
  const operator: Operator = {
    initiator: options.initiator,
    securityCredential: securityCredential(options.initiatorPassword, providerKey(options.certificatePem)),
    shortcode: options.shortcode,
    b2cShortcode: options.b2cShortcode ?? options.shortcode,
  };
  const secrets = [
    operator.securityCredential,
    options.initiatorPassword,
    options.consumerKey,
    options.consumerSecret,
  ];
  const lane =
    options.lane ??
    paceLane(
      options.laneIntervalMs ?? LANE_INTERVAL_MS,
      laneTime(() => options.clock.monotonic()),
    );
  const tokens = keepToken(() => wire.fetchToken(), options.clock);
  const parts: Parts = { options, wire, operator, secrets, lane, tokens };

  return {
    async prepare() {
      const release = await lane.take();
      const answer = await tokens.get();
      return answer.kind === 'token'
        ? { tokenUntil: answer.token.until, why: null, release }
        : { tokenUntil: null, why: answer.why, release };
    },
    send: (request) => sendMoney(parts, request),
    ask: (query) => askStatus(parts, query),
  };
}
