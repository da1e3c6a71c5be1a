/** A moment inside a writer: tests stop a process exactly there. */
export type StoreMoment = 'before-begin' | 'before-commit' | 'after-commit';

/** Called inside every writer of the store and inside a migration, with the writer's name. */
export type StoreHook = (moment: StoreMoment, writer: string) => void;
