/** Strings that only a message's toolbar and its sheet on touch screens show; loaded with them. */
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
