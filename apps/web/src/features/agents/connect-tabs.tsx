import { useState, type ReactNode } from 'react'
import { register as words } from '../../strings/agents.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DESKTOP_FILES, SYSTEMS, type ClientConfigs, type SecretText, type System } from './client-config.ts'
import { SecretTextBlock } from './secret-text.tsx'

interface Props {
  configs: ClientConfigs
  url: string
  handle: string
}

type Client = keyof typeof words.clients

/** How each client is told about the agent (ui, section 6.8). */
export function ConnectTabs({ configs, url, handle }: Props) {
  const [client, setClient] = useState<Client>('desktop')
  return (
    <Tabs
      label={words.connect}
      value={client}
      onValueChange={setClient}
      tabs={[
        {
          value: 'desktop',
          label: words.clients.desktop,
          content: <DesktopConfig configs={configs.desktop} fileName={`${handle}-mcp.json`} />,
        },
        {
          value: 'claudeCode',
          label: words.clients.claudeCode,
          content: (
            <Step text={words.claudeCodeText}>
              <SecretTextBlock
                label={words.command}
                text={configs.claudeCode}
                copyLabel={words.copyCommand}
              />
            </Step>
          ),
        },
        {
          value: 'vsCode',
          label: words.clients.vsCode,
          content: <FileConfig text={words.vsCodeText} config={configs.vsCode} fileName="mcp.json" />,
        },
        {
          value: 'cursor',
          label: words.clients.cursor,
          content: <FileConfig text={words.cursorText} config={configs.cursor} fileName="mcp.json" />,
        },
        {
          value: 'other',
          label: words.clients.other,
          content: (
            <Step text={words.otherText}>
              <PlainText label={words.quickStart} text={url} copyLabel={words.copyUrl} />
            </Step>
          ),
        },
      ]}
    />
  )
}

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
              <PlainText label={words.file} text={DESKTOP_FILES[value]} copyLabel={words.copyPath} />
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

/** One line without a secret. */
function PlainText({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  return (
    <div>
      <p className="pb-1 text-sm font-medium text-ink">{label}</p>
      <div className="flex items-center gap-1 rounded-control border border-line bg-sunken py-0.5 pr-1 pl-3">
        <p dir="ltr" className="code min-w-0 flex-1 py-1 break-all">
          {text}
        </p>
        <CopyButton text={text} label={copyLabel} size="sm" />
      </div>
    </div>
  )
}

function systemOfReader(): System {
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) return 'macos'
  return /Windows/.test(navigator.userAgent) ? 'windows' : 'linux'
}
