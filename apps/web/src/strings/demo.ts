/** Strings of the demos; loaded with them. */
export const demo = {
  banner: 'Demo messages',
  bannerText: 'By sample authors. What you write or react here stays in the demo.',
  clear: 'Clear Demo',
  ready: 'Demo Ready',
  readyText: 'Sample messages play in your feed. Clear Demo takes them away.',
  failed: 'Demo Failed',
  unable: 'Unable to run the demo',
  stillStored: 'The demo is over here, but the server still has its messages',
} as const
