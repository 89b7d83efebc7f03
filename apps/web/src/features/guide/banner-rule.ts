/** Whether the guide's banner is on screen, and the icon that opens it (docs/rules/guide.md#banner). */
export interface BannerFacts {
  /** Undefined while it isn't known which space this is. */
  readonly isPersonal: boolean | undefined
  readonly isDismissed: boolean
  /** Opened by the icon: then it shows in any space. */
  readonly isOpened: boolean
  readonly isDisabled: boolean
}

/** A guide that is switched off answers nobody: neither the banner nor its icon offers it. */
export function shownOf({ isPersonal, isDismissed, isOpened, isDisabled }: BannerFacts): {
  banner: boolean
  icon: boolean
} {
  if (isPersonal === undefined || isDisabled) return { banner: false, icon: false }
  const banner = isOpened || (isPersonal && !isDismissed)
  return { banner, icon: !banner }
}
