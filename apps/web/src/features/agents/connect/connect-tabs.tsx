import {
  connectCommand,
  DESKTOP_FILES,
  isLoopback,
  originOf,
  SYSTEMS,
  type System,
} from '@flockwork/contract/clients/setups'
import { useState, type ReactNode } from 'react'
import { connect as words } from '../../../strings/connect.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { ClientConfigs, SecretText } from './client-config.ts'
import { ChipTabs } from './chip-tabs.tsx'
import { PlainLine } from './plain-line.tsx'
import { SecretTextBlock } from './secret-text.tsx'

interface Props {
  configs: ClientConfigs
  url: string
  handle: string
}

type Client = keyof typeof words.clients

/** A one-line setup for all clients of a machine, and each client's configuration. */
export function ConnectTabs({ configs, url, handle }: Props) {
  const [client, setClient] = useState<Client>('desktop')
  const contents: Record<Client, ReactNode> = {
    desktop: <DesktopConfig configs={configs.desktop} fileName={`${handle}-mcp.json`} />,
    claudeCode: (
      <Step text={configs.header ? words.claudeCodeText : words.claudeCodeSignInText}>
        <SecretTextBlock label={words.command} text={configs.claudeCode} copyLabel={words.copyCommand} />
      </Step>
    ),
    codex: (
      <Step text={configs.header ? words.codexText : words.codexSignInText}>
        <SecretTextBlock label={words.command} text={configs.codex} copyLabel={words.copyCommand} />
      </Step>
    ),
    gemini: (
      <Step text={configs.header ? words.geminiText : words.geminiSignInText}>
        <SecretTextBlock label={words.command} text={configs.gemini} copyLabel={words.copyCommand} />
      </Step>
    ),
    vsCode: <FileConfig text={words.vsCodeText} config={configs.vsCode} fileName="mcp.json" />,
    cursor: <FileConfig text={words.cursorText} config={configs.cursor} fileName="mcp.json" />,
    chat: (
      <Step text={isLoopback(url) ? `${words.chatText} ${words.chatLoopback}` : words.chatText}>
        <PlainLine label={words.quickStart} text={url} copyLabel={words.copyUrl} />
      </Step>
    ),
    script: (
      <Step text={configs.header ? words.scriptText : words.scriptSignInText}>
        <SecretTextBlock label={words.command} text={configs.script} copyLabel={words.copyCommand} />
      </Step>
    ),
    other: (
      <Step text={words.otherText}>
        <PlainLine label={words.address} text={url} copyLabel={words.copyAddress} />
        {configs.header && (
          <SecretTextBlock label={words.header} text={configs.header} copyLabel={words.copyHeader} />
        )}
        <p className="text-base text-ink-2">{words.bridgeText}</p>
        <SecretTextBlock label={words.command} text={configs.bridge} copyLabel={words.copyCommand} />
      </Step>
    ),
  }
  return (
    <>
      <PlainLine label={words.all} text={connectCommand(originOf(url), handle)} copyLabel={words.copyLine} />
      <p className="pt-1 text-sm text-ink-3">{words.allText}</p>
      <p className="pt-4 pb-1 text-sm font-medium text-ink">{words.each}</p>
      <ChipTabs
        label={words.connect}
        value={client}
        onValueChange={setClient}
        tabs={CLIENTS.map((value) => ({ value, label: words.clients[value], content: contents[value] }))}
      />
    </>
  )
}

const CLIENTS = [
  'desktop',
  'claudeCode',
  'codex',
  'gemini',
  'cursor',
  'vsCode',
  'chat',
  'script',
  'other',
] as const satisfies readonly Client[]

function DesktopConfig({ configs, fileName }: { configs: Record<System, SecretText>; fileName: string }) {
  const [system, setSystem] = useState<System>(systemOfReader)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-base text-ink-2">{words.desktopText}</p>
      <Tabs
        label={words.system}
        value={system}
        onValueChange={setSystem}
        tabs={SYSTEMS.map((value) => ({
          value,
          label: words.systems[value],
          content: (
            <div className="flex flex-col gap-3">
              <PlainLine label={words.file} text={DESKTOP_FILES[value]} copyLabel={words.copyPath} />
              <SecretTextBlock
                label={words.config}
                text={configs[value]}
                copyLabel={words.copyConfig}
                fileName={fileName}
              />
            </div>
          ),
        }))}
      />
    </div>
  )
}

function FileConfig({ text, config, fileName }: { text: string; config: SecretText; fileName: string }) {
  return (
    <Step text={text}>
      <SecretTextBlock label={words.config} text={config} copyLabel={words.copyConfig} fileName={fileName} />
    </Step>
  )
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-base text-ink-2">{text}</p>
      {children}
    </div>
  )
}

function systemOfReader(): System {
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) return 'macos'
  return /Windows/.test(navigator.userAgent) ? 'windows' : 'linux'
}
