import { describe, expect, it } from 'vitest';
import { slots } from '../../src/model/slots.ts';

describe('slots', () => {
  it('let at most the limit run, in order of arrival, also when some fail', async () => {
    const two = slots(2);
    const started: number[] = [];
    const ends: ((failed: boolean) => void)[] = [];
    const works = [0, 1, 2, 3].map((n) =>
      two.run(() => {
        started.push(n);
        return new Promise<number>((resolve, reject) => {
          ends[n] = (failed) => {
            if (failed) reject(new Error(`work ${n}`));
            else resolve(n);
          };
        });
      }),
    );
    const settled = Promise.allSettled(works);
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    ends[1]!(true);
    await works[1]!.catch(() => undefined);
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    const newcomer = two.run(() => Promise.resolve(started.push(4)));
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    ends[0]!(false);
    ends[2]!(false);
    await works[2];
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2, 3, 4]);
    ends[3]!(false);
    await newcomer;
    expect((await settled).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it.each([0, -1, 1.5, Number.NaN])('cannot be %d', (limit) => {
    expect(() => slots(limit)).toThrow('limit of calls');
  });
});
