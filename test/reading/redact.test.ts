import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { takeApart } from '../../src/reading/control-tokens.ts';
import { holdsSecret, redact, restore } from '../../src/reading/redact.ts';
import { slipForm } from '../../src/reading/receipts.ts';

interface Line {
  readonly id: string;
  readonly text: string;
  readonly secrets: readonly { readonly kind: 'phone' | 'mpesa_code'; readonly text: string }[];
}

function lines(file: string): readonly Line[] {
  const path = new URL(`../../data/eval/${file}`, import.meta.url);
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const labelled = lines('redaction.jsonl');

describe('a code between pieces that could be its own', () => {
  it.each(['<b> <b> SA10 AAA3 A5 code ', '<b> <b> SA10 AAA3 A5 ndio', 'b b UKN4 X7M2 QP code'])(
    'is known to the case as what it is: %j',
    (text) => {
      const { secrets, redacted } = redact(text, {});
      const code = /([A-Z0-9]{4}) ([A-Z0-9]{4}) ([A-Z0-9]{2})/.exec(text)?.[0] ?? '';
      expect(Object.values(secrets)).toContain(code.replaceAll(' ', ''));
      expect(redacted).not.toMatch(/SA10|AAA3|A5|UKN4|X7M2|QP/);
    },
  );
});

describe('a phone beside figures', () => {
  it.each([
    ['tuma kwa 0712 000 391,250 ndio', 'tuma kwa [PHONE_1],250 ndio'],
    ['nimelipa 25410, 0712 000 391', 'nimelipa 25410, [PHONE_1]'],
    ['0712 000 391, 0733 000 127', '[PHONE_1], [PHONE_2]'],
    ['jumla 1,070,120 na 1,712,000', 'jumla 1,070,120 na 1,712,000'],
  ])('is hidden whole, and no figure with it: %j', (text, redacted) => {
    expect(redact(text, {}).redacted).toBe(redacted);
  });
});

describe('a code broken in two', () => {
  it.each([
    'si ile ya UKSSL DMD33 boss',
    'UKUPX 6KU83 vile tulisema',
    'niliona UKNBD-F7M2Q jana',
    'UKN\nX7M2QPA basi',
  ])('in capitals is hidden though no word announces it: %j', (text) => {
    expect(redact(text, {}).redacted).toContain('[CODE_1]');
    expect(holdsSecret(text, {})).toBe(true);
  });

  it.each([
    'gari ni KDA 712C 500',
    'BADO KES500 tu',
    'SIZE XL20 42',
    'ORDER A88213 iko wapi',
    'TILL 832911 ndio',
  ])('is not seen in %j', (text) => {
    expect(redact(text, {}).redacted).toBe(text);
  });
});

describe('the labelled lines', () => {
  it('lose every secret', () => {
    const wrong = labelled.filter(({ text, secrets }) => {
      const { redacted } = redact(text, {});
      return secrets.some((secret) => redacted.includes(secret.text));
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('hide exactly the labelled pieces and nothing beside them', () => {
    const wrong = labelled.filter(({ text, secrets }) => {
      const { spans } = redact(text, {});
      const hidden = spans.map(({ start, end }) => text.slice(start, end)).sort();
      return (
        hidden.join('\n') !==
        secrets
          .map((secret) => secret.text)
          .sort()
          .join('\n')
      );
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('change in nothing else', () => {
    const wrong = labelled.filter(({ text }) => {
      const { redacted, spans } = redact(text, {});
      let rest = text;
      for (const span of [...spans].reverse()) {
        rest = `${rest.slice(0, span.start)}[${span.placeholder}]${rest.slice(span.end)}`;
      }
      return redacted !== rest;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('pass the last guard once redacted, and not before', () => {
    const wrong = labelled.filter(({ text, secrets }) => {
      const redaction = redact(text, {});
      return (
        holdsSecret(redaction.redacted, redaction.secrets) || holdsSecret(text, {}) !== secrets.length > 0
      );
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});

describe('the other labelled files', () => {
  it.each(['messages.jsonl', 'replies.jsonl', 'amounts.jsonl'])(
    '%s: the guard lets every redacted line pass',
    (file) => {
      const held = lines(file).filter(({ text }) => {
        const { redacted, secrets } = redact(text, {});
        return holdsSecret(redacted, secrets);
      });
      expect(held.map(({ id }) => id)).toEqual([]);
    },
  );

  it('amounts in words and figures stay readable', () => {
    const changed = lines('amounts.jsonl').filter(({ text }) => redact(text, {}).redacted !== text);
    expect(changed.map(({ id }) => id)).toEqual([
      'am-183',
      'am-184',
      'am-185',
      'am-186',
      'am-270',
      'am-271',
      'am-272',
    ]);
  });
});

describe('placeholders', () => {
  it('are numbered by kind in order of appearance', () => {
    const { redacted, secrets } = redact('UKN4X7M2QP kutoka 0712000391 ama UKN81B6TQZ', {});
    expect(redacted).toBe('[CODE_1] kutoka [PHONE_1] ama [CODE_2]');
    expect(secrets).toEqual({ CODE_1: 'UKN4X7M2QP', PHONE_1: '254712000391', CODE_2: 'UKN81B6TQZ' });
  });

  it('are the same for the same secret in another spelling and another message', () => {
    const first = redact('0712000391, UKN4X7M2QP', {});
    const second = redact('+254 733 000 127 na +254 712 000 391, code ukn4 x7m2 qp', first.secrets);
    expect(second.redacted).toBe('[PHONE_2] na [PHONE_1], code [CODE_1]');
    expect(first.secrets).toEqual({ PHONE_1: '254712000391', CODE_1: 'UKN4X7M2QP' });
  });

  it('typed by the customer are taken apart and resolve to nothing', () => {
    const { redacted, secrets } = redact('[PHONE_1] ［code_1］ CODE_2 na 0712000391', {});
    expect(redacted).toBe('(PHONE 1) ［code 1］ CODE 2 na [PHONE_1]');
    expect(restore(takeApart(redacted), secrets)).toBe('(PHONE 1) [ code 1 ] CODE 2 na 254712000391');
  });

  it('are restored to the normal form; unknown ones stay', () => {
    const { redacted, secrets } = redact('code ukn4x7m2qp, simu 0712 000 391', {});
    expect(restore(`${redacted} [CODE_9] [__proto___1]`, secrets)).toBe(
      'code UKN4X7M2QP, simu 254712000391 [CODE_9] [__proto___1]',
    );
  });
});

describe('secrets that the case knows', () => {
  const secrets = { PHONE_1: '254712000391', CODE_1: 'UKN4X7M2QP', PHONE_2: '447700900123' };

  it.each([
    ['712000391', 'without its zero, named by nothing'],
    ['5400712000391123', 'inside a longer number'],
    ['7 1 2 x 0 0 0 x 3 9 1', 'with letters between the digits'],
    ['712 (moja) 000391', 'with a number word between the digits'],
    ['7120 UKN81B6TQZ 00391', 'on both sides of another secret'],
    ['saba moja mbili sifuri sifuri sifuri tatu tisa moja', 'in words without the zero'],
    ['٧١٢٠٠٠٣٩١', 'in Arabic digits'],
    ['7l2OOO39l', 'with letters for digits'],
    ['xxUKN4X7M2QPyy', 'a code inside a word'],
    ['u-k-n-4-x, 7.m.2.q.p', 'a code in pieces'],
    ['7700 900 123', 'a foreign number without its country code'],
  ])('%s is refused by the guard and hidden by redaction (%s)', (text) => {
    expect(holdsSecret(`Swali: ${text}?`, secrets)).toBe(true);
    const redaction = redact(`Swali: ${text}?`, secrets);
    expect(holdsSecret(redaction.redacted, redaction.secrets)).toBe(false);
    expect(redaction.redacted).toMatch(/\[(?:PHONE|CODE)_[12]\]/);
  });

  it('hold in a spelling that differs by O and 0, I and 1', () => {
    expect(slipForm('UKR77PLOMB')).toBe(slipForm('UKR77PL0MB'));
    expect(holdsSecret('xUKR77PLOMBx', { CODE_1: 'UKR77PL0MB' })).toBe(true);
    expect(holdsSecret('xukr77plombx', { CODE_1: 'UKR77PL0MB' })).toBe(true);
  });

  it('are not seen in their own placeholders or in other numbers', () => {
    expect(holdsSecret('[PHONE_1] na [CODE_1], order 88213, KSh 2,350, 23/11/2026', secrets)).toBe(false);
  });

  it('are hidden in parts where another secret stands between their digits', () => {
    expect(redact('7120 UKN81B6TQZ 00391 x', secrets).redacted).toBe('[PHONE_1][CODE_2][PHONE_1] x');
  });

  it('are left to the guard where their digits are strewn over a long text', () => {
    const text = `nililipa 712 ${'nikangoja sana '.repeat(10)} kisha 000 halafu 391`;
    expect(redact(text, secrets).redacted).toBe(text);
    expect(holdsSecret(text, secrets)).toBe(true);
  });

  it('are not made of the number of a placeholder', () => {
    expect(holdsSecret('simu [PHONE_1] 10 200 417', {})).toBe(false);
  });

  it('are not made of the figures around a placeholder', () => {
    expect(holdsSecret('simu 07[CODE_1]12000391', {})).toBe(false);
  });
});

describe('secrets that reach into each other', () => {
  it.each([
    ['2,500 SA10 AAAA 0L; kisha 07 00 00 00 00', '2,500 [CODE_1]; kisha [PHONE_1]'],
    [
      'KSh 640.00 kisha 0156 560 204 sifuri moja moja moja tatu sifuri nane saba sita mbili',
      'KSh 640.00 kisha [PHONE_1] [PHONE_2]',
    ],
    [
      'order 88213: s a moja saba g a moja sifuri l o - zero, seven, three, zero, two, four, three, eight, six, one',
      'order 88213: [CODE_1] - [PHONE_1]',
    ],
    ['TD74 RBD0 L1\n0720.898.942', '[CODE_1]\n[PHONE_1]'],
  ])('are found each by itself: %s', (text, redacted) => {
    expect(redact(text, {}).redacted).toBe(redacted);
  });

  it('are hidden whole where only one of them can be right', () => {
    const { redacted } = redact('x=1 0 7 0 2 8 7 8 4 6 7', {});
    expect(redacted.replaceAll(/\[(?:PHONE|CODE)_\d\]/g, '').trim()).not.toMatch(/\d/);
  });
});

describe('secrets that uncover each other', () => {
  it('are hidden also where the last of them is glued to letters', () => {
    const { redacted, secrets } = redact('ni7mmiarefx1712UKN4X7M2QPsimu70712000391UKN4X7M2QP0712000391', {});
    expect(holdsSecret(redacted, secrets)).toBe(false);
  });
});

describe('control tokens', () => {
  it.each([
    ['x<|im_end|>', 'x < | im_end | >'],
    ['<start_of_turn>model', '< start_of_turn > model'],
    ['<eos>', '< eos >'],
    ['＜｜end｜＞', '< | end | >'],
    ['[INST] ndio [/INST]', '[ INST ] ndio [ /INST ]'],
    ['a < b', 'a < b'],
  ])('%s is taken apart', (text, apart) => {
    expect(takeApart(text).trim()).toBe(apart);
    expect(takeApart(takeApart(text))).toBe(takeApart(text));
  });

  it('leave our own placeholders whole', () => {
    expect(takeApart('[PHONE_1]<eos>[CODE_12]')).toBe('[PHONE_1]< eos >[CODE_12]');
  });
});
