import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, SECRET_SETTINGS } from '../src/config.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../src/core/clock.ts';
import { Problem } from '../src/core/errors.ts';

// Goal: a wrong setting is met at once, by name, with what was found and what is expected.

function problemOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).code).toBe('bad_configuration');
    return (error as Problem).message;
  }
  throw new Error(`accepted: ${JSON.stringify(environment)}`);
}

describe('a wrong setting', () => {
  it.each([
    ['RUDISHA_LISTEN_PORT', 'abc', 'a port from 0 to 65535'],
    ['RUDISHA_LISTEN_PORT', '65536', 'a port from 0 to 65535'],
    ['RUDISHA_LISTEN_PORT', '-1', 'a port from 0 to 65535'],
    ['RUDISHA_LISTEN_PORT', '80.5', 'a port from 0 to 65535'],
    ['RUDISHA_CASES_IN_FLIGHT', '0', 'a whole number from 1 to 256'],
    ['RUDISHA_CASES_IN_FLIGHT', 'many', 'a whole number from 1 to 256'],
    ['RUDISHA_CASES_IN_FLIGHT', '1e2', 'a whole number from 1 to 256'],
    ['RUDISHA_CALLBACK_URL', 'shop.example', 'an http or https URL'],
    ['RUDISHA_MAY_PAY', 'true', 'yes or no'],
    ['MODEL', 'gpt', 'ollama or rules'],
    ['DARAJA_BASE_URL', 'ftp://safaricom.example', 'an http or https URL'],
    ['MODEL_DEADLINE', '2', 'a duration such as 500ms, 30s, 5m, 24h or 7d'],
    ['CLOSE_AFTER', '-7d', 'a duration such as 500ms, 30s, 5m, 24h or 7d'],
    ['CLOSE_AFTER', '1.5d', 'a duration such as 500ms, 30s, 5m, 24h or 7d'],
    ['REMIND_AFTER', '1d,soon,later', 'durations separated by commas, such as 1m,5m,30m'],
    ['RETRY_PAUSES', '1m,', 'durations separated by commas, such as 1m,5m,30m'],
    ['SEND_WINDOW', '31s', '1s to 30s'],
    ['SEND_WINDOW', '0s', '1s to 30s'],
    ['TWO_PEOPLE_ABOVE', 'lots', 'an amount in shillings, such as 50000 or 1,250.50'],
    ['LIMIT_PER_DAY', '-5', 'an amount in shillings, such as 50000 or 1,250.50'],
    ['LIMIT_PER_PAYOUT', '1.005', 'an amount in shillings, such as 50000 or 1,250.50'],
  ])('%s=%s is named, with what was found and what is expected', (name, value, expected) => {
    expect(problemOf({ [name]: value })).toBe(`${name} is ${JSON.stringify(value)}, expected ${expected}`);
  });

  it('among several is one of several, each named once', () => {
    const message = problemOf({ MODEL: 'gpt', REMIND_AFTER: 'x,y', RUDISHA_LISTEN_PORT: 'z' });
    expect(message.split('; ')).toHaveLength(3);
    expect(message).toMatch(/RUDISHA_LISTEN_PORT.*MODEL.*REMIND_AFTER/);
  });
});

describe('settings', () => {
  it('all have a default', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ MODEL: 'ollama', RUDISHA_MAY_PAY: true, SEND_WINDOW: 30 * SECOND });
    expect(isAbsolute(config.RUDISHA_DB)).toBe(true);
    expect(config).toMatchObject({
      REMIND_AFTER: [DAY, 3 * DAY],
      CLOSE_AFTER: 7 * DAY,
      DISPUTE_WINDOW: 14 * DAY,
      LIMIT_PER_PAYOUT: 25_000_000,
    });
    expect(config.TWO_PEOPLE_ABOVE).toBeUndefined();
  });

  it('are written as people write them', () => {
    const config = readConfig({
      TWO_PEOPLE_ABOVE: '1,250.50',
      REMIND_AFTER: ' 90m , 2h,1d',
      RUDISHA_LISTEN_PORT: ' 0 ',
      RUDISHA_MAY_PAY: 'no',
    });
    expect(config).toMatchObject({
      TWO_PEOPLE_ABOVE: 125_050,
      REMIND_AFTER: [90 * MINUTE, 2 * HOUR, DAY],
      RUDISHA_LISTEN_PORT: 0,
      RUDISHA_MAY_PAY: false,
    });
  });

  it('that are empty were not set', () => {
    expect(readConfig({ MODEL: '', CLOSE_AFTER: '', TWO_PEOPLE_ABOVE: '' })).toEqual(readConfig({}));
  });

  it('that are secrets are never printed', () => {
    for (const name of SECRET_SETTINGS) expect(Object.keys(readConfig({}))).toContain(name);
    expect(problemOf({ DARAJA_CONSUMER_KEY: 'hunter2', MODEL: 'gpt' })).not.toContain('hunter2');
  });
});
