import { Bot, Layers, ListChecks, MessageCircle, Plus, Search, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TabName } from './tabs.ts'

export const TAB_ICONS: Record<TabName, ReactNode> = {
  messages: <MessageCircle size={17} aria-hidden="true" />,
  tasks: <ListChecks size={17} aria-hidden="true" />,
  agents: <Bot size={17} aria-hidden="true" />,
  search: <Search size={17} aria-hidden="true" />,
  spaces: <Layers size={17} aria-hidden="true" />,
  register: <Plus size={17} aria-hidden="true" />,
  admin: <ShieldCheck size={17} aria-hidden="true" />,
}
