import { labelled, WIDTH } from '../screen.ts';
import type { Output } from '../output.ts';

const INDENT = 12;

export type Tone = 'plain' | 'good' | 'bad' | 'note';

/** Tells the demo, line by line, as it happens. */
export interface Story {
  /** A scene's heading. */
  scene(number: number, title: string): void;
  /** A label and what is said about it, wrapped to the screen. */
  tell(label: string, text: string, tone?: Tone): void;
  line(text?: string): void;
  bold(text: string): string;
}

export function storyTo(line: (text: string) => void, output: Output): Story {
  const tones: Readonly<Record<Tone, (text: string) => string>> = {
    plain: (text) => text,
    good: (text) => output.green(text),
    bad: (text) => output.red(text),
    note: (text) => output.dim(text),
  };
  return {
    scene: (number, title) => {
      const head = `── ${number}  ${title} `;
      line('');
      line(output.bold(head + '─'.repeat(Math.max(0, WIDTH - head.length))));
    },
    tell: (label, text, tone = 'plain') => {
      for (const row of labelled(label, text, INDENT))
        line(output.dim(row.slice(0, INDENT)) + tones[tone](row.slice(INDENT)));
    },
    line: (text = '') => {
      line(text);
    },
    bold: (text) => output.bold(text),
  };
}
