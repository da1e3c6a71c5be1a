import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/core/errors.ts';
import { checkModelHost, checkModelName } from '../../src/model/host.ts';

/** "Local" is a promise to customers: hunts for spellings of a host or a model that leave the machine all the same. */
function problem(act: () => unknown): Problem {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the model host', () => {
  it.each([
    ['http://127.0.0.1:11434', 'http://127.0.0.1:11434'],
    ['127.0.0.1', 'http://127.0.0.1:11434'],
    [' localhost:11555 ', 'http://localhost:11555'],
    ['localhost:80', 'http://localhost'],
    ['http://localhost', 'http://localhost'],
    [':11500', 'http://127.0.0.1:11500'],
    ['http://[::1]:11434/', 'http://[::1]:11434'],
    ['http://[::ffff:127.0.0.1]:1', 'http://[::ffff:7f00:1]:1'],
    ['http://127.1:9', 'http://127.0.0.1:9'],
    ['https://LOCALHOST/ollama/', 'https://localhost/ollama'],
  ])('may be %s of this machine', (host, url) => {
    expect(checkModelHost(host, [])).toBe(url);
  });

  it.each([
    'http://gpu.shop.example:11434',
    '192.168.1.20',
    '10.0.0.5:11434',
    'http://0.0.0.0:11434',
    'https://ollama.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://notlocalhost',
    'http://127.0.0.1@example.com',
    'http://example.com#127.0.0.1',
    'http://example.com?127.0.0.1',
    'http://[::ffff:8.8.8.8]',
    'http://[fe80::1]',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'http://user:word@127.0.0.1',
    'http://127.0.0.1 example.com',
    'not a host',
    '',
    'http://',
  ])('may not be %s', (host) => {
    expect(problem(() => checkModelHost(host, [])).code).toBe('bad_configuration');
  });

  it('may be elsewhere when the operator allowed that very host', () => {
    expect(checkModelHost('http://gpu.shop.example:11434', ['gpu.shop.example'])).toBe(
      'http://gpu.shop.example:11434',
    );
    expect(checkModelHost('gpu.shop.example', [' GPU.shop.example:11434 '])).toContain('gpu.shop.example');
  });

  it.each([
    'shop.example',
    '*.shop.example',
    'gpu.shop.example:9999',
    '',
    'example',
    'http://gpu.shop.example:11434',
  ])('is not allowed by the entry "%s" that is another name', (entry) => {
    expect(problem(() => checkModelHost('http://gpu.shop.example:11434', [entry])).code).toBe(
      'bad_configuration',
    );
  });

  it('is refused with the setting, what was found and what is expected', () => {
    const { message } = problem(() => checkModelHost('http://gpu.shop.example', []));
    expect(message).toContain('OLLAMA_HOST is "http://gpu.shop.example"');
    expect(message).toContain('127.0.0.1');
    expect(message).toContain('"gpu.shop.example" named in MODEL_HOSTS_ALLOWED');
  });

  it('is refused without repeating a password', () => {
    const { message } = problem(() => checkModelHost('http://user:word@127.0.0.1', []));
    expect(message).not.toContain('word@');
    expect(message).not.toContain('user:');
  });
});

describe('the model name', () => {
  it.each([
    'qwen2.5:3b',
    'smollm2:135m',
    'qwen2.5',
    'library/qwen2.5:3b-instruct-q4_K_M',
    'cloudy:3b',
    'x:cloud-free',
  ])('may be %s', (name) => {
    expect(checkModelName(` ${name} `)).toBe(name);
  });

  it.each(['gpt-oss:120b-cloud', 'glm-4.6:cloud', 'x:CLOUD', 'x:7b-Cloud', 'x-cloud', ' x:cloud ', 'cloud'])(
    'may not be the hosted %s',
    (name) => {
      const { code, message } = problem(() => checkModelName(name));
      expect(code).toBe('bad_configuration');
      expect(message).toContain(`MODEL_NAME is "${name}"`);
      expect(message).toContain('expected a model that runs on this machine');
    },
  );

  it.each(['', ' ', 'two words', 'x:y:z', 'x\ny', 'x"; ollama', '$(x)'])('may not be %j', (name) => {
    expect(problem(() => checkModelName(name)).code).toBe('bad_configuration');
  });
});
