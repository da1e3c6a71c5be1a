import { takeWorkerLock } from '../../../src/store/lock.ts';

// Holds the worker lock until it dies, or until it is told a line.
const lock = takeWorkerLock(process.argv[2]!);
console.log(lock === null ? 'refused' : 'held');
process.stdin.once('data', () => {
  lock?.release();
  console.log('released');
});
