import { useState, type ReactNode } from 'react'
import { connect as words } from '../../../strings/connect.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { DESKTOP_FILES, SYSTEMS, type ClientConfigs, type SecretText, type System } from './client-config.ts'
import { PlainLine } from './plain-line.tsx'
import { SecretTextBlock } from './secret-text.tsx'

interface Props {
  configs: ClientConfigs
  url: string
  handle: string
}

type Client = keyof typeof words.clients

/** The configuration of each client. */
export function ConnectTabs({ configs, url, handle }: Props) {
  const [client, setClient] = useState<Client>('desktop')
  const contents: Record<Client, ReactNode> = {
    desktop: <DesktopConfig configs={configs.desktop} fileName={`${handle}-mcp.json`} />,
    claudeCode: (
      <Step text={configs.header ? words.claudeCodeText : words.claudeCodeSignInText}>
        <SecretTextBlock label={words.command} text={configs.claudeCode} copyLabel={words.copyCommand} />
      </Step>
    ),
    vsCode: <FileConfig text={words.vsCodeText} config={configs.vsCode} fileName="mcp.json" />,
    cursor: <FileConfig text={words.cursorText} config={configs.cursor} fileName="mcp.json" />,
    chat: (
      <Step text={words.chatText}>
        <PlainLine label={words.quickStart} text={url} copyLabel={words.copyUrl} />
      </Step>
    ),
    other: (
      <Step text={words.otherText}>
        <PlainLine label={words.address} text={url} copyLabel={words.copyAddress} />
        {configs.header && (
          <SecretTextBlock label={words.header} text={configs.header} copyLabel={words.copyHeader} />
        )}
      </Step>
    ),
  }
  return (
    <Tabs
      label={words.connect}
      value={client}
      onValueChange={setClient}
      tabs={CLIENTS.map((value) => ({ value, label: words.clients[value], content: contents[value] }))}
    />
  )
}

const CLIENTS = [
  'desktop',
  'claudeCode',
  'vsCode',
  'cursor',
  'chat',
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
