import { expect, test } from 'vitest'
import { clientConfigs, endpointIn, maskToken, signInConfigs } from './client-config.ts'

const token = `fw_agt_${'a'.repeat(60)}${'s'.repeat(60)}${'z'.repeat(20)}`
const url = 'https://flock.example/mcp/agents/scout'
const registered = {
  agent_token: token,
  quick_start_url: url,
  mcp_config: {
    mcpServers: {
      flockwork: {
        command: 'npx',
        args: [
          '-y',
          'mcp-remote',
          url,
          '--transport',
          'http-only',
          '--header',
          'Authorization:${FLOCKWORK_AUTH}',
        ],
        env: { FLOCKWORK_AUTH: `Bearer ${token}` },
      },
    },
  },
}

test('a masked token shows its first 50 and last 20 characters', () => {
  expect(maskToken(token)).toBe(`${token.slice(0, 50)}••••••••${'z'.repeat(20)}`)
  expect(maskToken('short')).not.toContain('short')
})

test('no displayed text contains the token, and copied texts contain it where they need it', () => {
  const { desktop, vsCode: _, cursor: __, ...texts } = clientConfigs(registered)
  for (const text of [...Object.values(texts), ...Object.values(desktop)]) {
    const { real, masked } = text ?? { real: '', masked: '' }
    expect(real).toContain(token)
    expect(masked).not.toContain(token)
    expect(masked).not.toContain('s'.repeat(60))
  }
})

test('the desktop configuration is the server’s own, except on Windows, where a shell starts npx', () => {
  const { desktop } = clientConfigs(registered)
  expect(JSON.parse(desktop.macos.real)).toEqual(registered.mcp_config)
  expect(JSON.parse(desktop.linux.real)).toEqual(registered.mcp_config)
  expect(JSON.parse(desktop.windows.real).mcpServers.flockwork.command).toBe('cmd')
})

test('the configuration of a client with its own sign-in contains the address and no secret', () => {
  const { desktop, header, script, ...texts } = signInConfigs(url)
  expect(script.real).toContain('https://flock.example/flockwork-listen.tgz --agent scout ')
  for (const { real, masked } of [...Object.values(texts), ...Object.values(desktop)]) {
    expect(real).toContain(url)
    expect(masked).toBe(real)
    expect(real).not.toMatch(/Authorization|Bearer|fw_agt/)
  }
  expect(header).toBeNull()
  expect(JSON.parse(desktop.windows.real).mcpServers.flockwork.args.slice(0, 2)).toEqual(['/c', 'npx'])
})

test('the address is in the configuration', () => {
  expect(endpointIn(registered.mcp_config)).toBe(url)
})
