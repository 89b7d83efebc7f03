import { expect, test } from 'vitest'
import { nameMentions } from '../preparing/prepared.ts'
import { markdownOf } from './mrkdwn.ts'

const HANDLES = new Map([
  ['U1', 'mateo'],
  ['U2', 'priya'],
])

test.for([
  ['plain words', 'hello there', 'hello there'],
  ['bold', 'this is *bold* text', 'this is **bold** text'],
  ['bold with a link in it', '*see <https://a.example|the docs>*', '**see [the docs](https://a.example)**'],
  ['bold with code in it', '*use `x*y` now*', '**use `x*y` now**'],
  ['a star that is a factor', '2 * 3 * 4', '2 * 3 * 4'],
  ['a star inside a word', 'a*b*c', 'a*b*c'],
  ['a star that isn’t closed', '*not bold', '*not bold'],
  ['bold doesn’t cross lines', '*one\ntwo*', '*one\ntwo*'],
  ['italics are the same', '_soft_ words', '_soft_ words'],
  ['struck through', '~gone~', '~~gone~~'],
  ['inline code is left alone', '`*a* ~b~ &lt;c&gt;`', '`*a* ~b~ <c>`'],
  ['a backtick that isn’t closed', 'it`s *so*', 'it`s **so**'],
  ['a block of code on its own lines', 'see ```let a = 1```', 'see \n```\nlet a = 1\n```'],
  [
    'a block of code with lines',
    '```\nif (a &lt; b) {\n  x\n}\n```\nthen',
    '```\nif (a < b) {\n  x\n}\n```\nthen',
  ],
  ['a fence that isn’t closed', 'so ```what *now*', 'so ```what **now**'],
  ['a link with a name', '<https://a.example/x|here>', '[here](https://a.example/x)'],
  ['a bare link', '<https://a.example/x>', 'https://a.example/x'],
  ['a link named by itself', '<https://a.example|https://a.example>', 'https://a.example'],
  ['stars in an address', '<https://a.example/*b*>', 'https://a.example/*b*'],
  ['brackets in a link', '<https://a.example/(x)|a [b]>', String.raw`[a \[b\]](https://a.example/%28x%29)`],
  ['a link of another scheme', '<javascript:alert(1)|click>', 'click'],
  ['an address of mail', '<mailto:a@b.example|a@b.example>', 'a@b.example'],
  ['a mention', 'hi <@U1>!', 'hi @mateo!'],
  ['a mention with a name', '<@U2|pri> and <@U1>', '@priya and @mateo'],
  ['a mention against words', 'hi<@U1>and', 'hi @mateo and'],
  ['a mention of nobody', '<@U9>', '@unknown'],
  ['a channel', 'in <#C1|general>', 'in #general'],
  ['everyone who is here', '<!here> lunch', '@here lunch'],
  ['everyone who is here, in an old form', '<!channel|@channel> lunch', '@channel lunch'],
  ['a group', '<!subteam^S1|@designers>', '@designers'],
  ['a date', '<!date^1392734382^{date}|Feb 18, 2014>', 'Feb 18, 2014'],
  ['entities', 'a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
  ['entities once', '&amp;lt;', '&lt;'],
  ['what would be HTML', '&lt;b&gt;x&lt;/b&gt;', String.raw`\<b>x\</b>`],
  ['a quote', '&gt; said so', '> said so'],
  ['what would be a heading', '# not a heading', String.raw`\# not a heading`],
  ['emoji', 'done :white_check_mark: :wave::skin-tone-3:', 'done ✅ 👋🏼'],
  ['an emoji of the workspace’s own', ':party-parrot:', ':party-parrot:'],
  ['times aren’t emoji', 'at 10:30:00', 'at 10:30:00'],
  ['white space at the ends', '  x \n', 'x'],
] as const)('%s', ([, from, to]) => {
  expect(nameMentions(markdownOf(from), (id) => HANDLES.get(id))).toBe(to)
})

test('long hostile texts are converted fast', () => {
  const texts = [
    '*'.repeat(40_000),
    '<'.repeat(40_000),
    '`'.repeat(40_000),
    '<@'.repeat(20_000),
    ':a'.repeat(20_000),
    '~a '.repeat(13_000),
    '&lt;'.repeat(10_000),
  ]
  const startedAt = performance.now()
  for (const text of texts) markdownOf(text)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
