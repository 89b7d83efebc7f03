/** The words of a message's menu alone: its toolbar, and its sheet on a touch screen, which bring them themselves. */
export const messageMenu = {
  actions: (who: string) => `Message from ${who}`,
  copyText: 'Copy text',
  copyLink: 'Copy link',
  replyInComposer: 'Reply in composer',
  copyId: (id: string) => `Copy id ${id}`,
  editText: 'Edit',
  deleteMessage: 'Delete',
  makeTask: 'Make task',
  why: 'Why did this happen',
} as const
