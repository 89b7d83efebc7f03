/**
 * The tool `change_message`: edit or delete a message. A separate tool, so that hosts ask for confirmation only here.
 */
import { ChangeMessageArguments } from '../tools/schemas.ts'
import { defineTool } from '../tools/tool.ts'
import { deleteOne, editOne } from './change.ts'

export const changeMessageTool = defineTool({
  name: 'change_message',
  title: 'Change a message',
  description: 'Edit or delete a message, mostly your own.',
  schema: ChangeMessageArguments,
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  actions: {
    edit: { scope: 'messages:write', run: editOne },
    delete: { scope: 'messages:write', run: deleteOne },
  },
  defaultAction: 'edit',
})
