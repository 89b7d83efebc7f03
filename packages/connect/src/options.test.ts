import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const NONE = {
  url: undefined,
  agent: undefined,
  clients: undefined,
  replaces: false,
  followsLinks: false,
  undoes: false,
}

test.for([
  [[], {}],
  [['--url', 'https://flock.example/register'], { url: 'https://flock.example' }],
  [['--agent', '@Scout'], { agent: 'scout' }],
  [['--clients', 'codex, claude-code'], { clients: ['claude-code', 'codex'] }],
  [
    ['--clients', 'all', '--replace', '--follow-links'],
    { clients: 'all', replaces: true, followsLinks: true },
  ],
  [['--undo'], { undoes: true }],
] as const)('%j is understood', ([args, wanted]) => {
  expect(readOptions(args, {})).toEqual({ ...NONE, ...wanted })
})

test('the instance may come from the environment, and help takes precedence', () => {
  expect(readOptions([], { FLOCKWORK_URL: 'http://127.0.0.1:8787' })).toMatchObject({
    url: 'http://127.0.0.1:8787',
  })
  expect(readOptions(['--help', '--undo'], {})).toBe('help')
})

test.for([
  [['--url', 'flock.example'], 'no address'],
  [['--url', 'https://ana:secret@flock.example'], 'no address'],
  [['--agent', 'a b'], "can't be an agent's name"],
  [['--clients', 'codex,emacs'], 'no client "emacs"'],
  [['--clients', ''], 'no client ""'],
  [['--force'], 'force'],
] as const)('%j is refused: %s', ([args, reason]) => {
  expect(() => readOptions(args, {})).toThrow(reason)
})
