import { openApp } from '../../../src/app.ts';
import { openCase } from '../../../src/cases/inbound.ts';
import { readConfig } from '../../../src/config.ts';
import type { Msisdn } from '../../../src/reading/types.ts';

// Hands in one message as soon as it is told to, and says what became of it.
const app = await openApp(readConfig({ RUDISHA_DB: process.argv[2]! }), { pays: false });
console.log('ready');
process.stdin.once('data', () => {
  const message = {
    channel: 'test',
    providerId: 'm1',
    sender: '254712000391' as Msisdn,
    text: 'Nililipa, bado',
  };
  openCase(message, 'customer', app.desk)
    .then((received) => {
      console.log(JSON.stringify(received));
      app.close();
      process.exit(0);
    })
    .catch((error: unknown) => {
      console.log(String(error));
      process.exit(1);
    });
});
