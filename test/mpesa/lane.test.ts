// Goal: money requests start one at a time and at least one interval apart, first come first served, and a slot that
// was not used costs nothing. Method: time that moves only when a test says so.
import { describe, expect, it } from 'vitest';
import { laneTime, paceLane } from '../../src/mpesa/lane.ts';
import type { LaneTime } from '../../src/mpesa/lane.ts';

interface HandTime extends LaneTime {
  move(ms: number): Promise<void>;
}

function handTime(): HandTime {
  let now = 0;
  let waiting: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    monotonic: () => now,
    wait: (ms) => new Promise((wake) => waiting.push({ at: now + ms, wake })),
    async move(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { wake } of due) wake();
      await settled();
    },
  };
}

/** Lets everything that can run without time passing run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the lane', () => {
  it('starts requests one interval apart, in the order in which they were asked for', async () => {
    const time = handTime();
    const lane = paceLane(1_000, time);
    const starts: string[] = [];
    const done = ['a', 'b', 'c'].map(async (name) => {
      const release = await lane.take();
      starts.push(`${name}@${time.monotonic()}`);
      lane.posted();
      release();
    });
    await settled();
    await time.move(999);
    await time.move(1);
    await time.move(1_000);
    await Promise.all(done);
    expect(starts).toEqual(['a@0', 'b@1000', 'c@2000']);
  });

  it('does not wait for the answer of the request before', async () => {
    const time = handTime();
    const lane = paceLane(1_000, time);
    await lane.take();
    lane.posted();
    let second = false;
    const next = lane.take().then(() => (second = true));
    await time.move(1_000);
    await next;
    expect(second).toBe(true);
  });

  it('gives its slot to nobody else while the holder has not posted', async () => {
    const time = handTime();
    const lane = paceLane(1_000, time);
    const release = await lane.take();
    let second = false;
    const next = lane.take().then(() => (second = true));
    await time.move(60_000);
    expect(second).toBe(false);
    release();
    await next;
    expect(second).toBe(true);
  });

  it('gives a slot that was not used to the next one at once', async () => {
    const lane = paceLane(1_000, handTime());
    for (let turn = 0; turn < 3; turn += 1) (await lane.take())();
  });

  it('is not opened for two by a slot that is given back twice', async () => {
    const time = handTime();
    const lane = paceLane(1_000, time);
    const first = await lane.take();
    first();
    await lane.take();
    let third = false;
    const next = lane.take().then(() => (third = true));
    first();
    await time.move(5_000);
    expect(third).toBe(false);
    lane.posted();
    await time.move(1_000);
    await next;
  });

  it('waits again when a timer fires early', async () => {
    const time = handTime();
    const waits: number[] = [];
    const early: LaneTime = {
      monotonic: () => time.monotonic(),
      wait: async (ms) => {
        waits.push(ms);
        await time.move(waits.length === 1 ? ms - 1 : ms);
      },
    };
    const lane = paceLane(1_000, early);
    (await lane.take())();
    lane.posted();
    await lane.take();
    expect(waits).toEqual([1_000, 1]);
  });

  it('keeps its pace by the real clock too', async () => {
    const lane = paceLane(
      30,
      laneTime(() => performance.now()),
    );
    await lane.take();
    lane.posted();
    const from = performance.now();
    await lane.take();
    expect(performance.now() - from).toBeGreaterThanOrEqual(29);
  });
});
