/** Whether the guide's banner is visible, or the icon that opens it (docs/rules/guide.md#banner). */
export interface BannerFacts {
  /** Undefined while the current space is unknown. */
  readonly isPersonal: boolean | undefined
  readonly isDismissed: boolean
  /** Opened by the icon: then it shows in any space. */
  readonly isOpened: boolean
  readonly isDisabled: boolean
}

/** A disabled guide answers nobody, so neither the banner nor its icon shows. */
export function shownOf({ isPersonal, isDismissed, isOpened, isDisabled }: BannerFacts): {
  banner: boolean
  icon: boolean
} {
  if (isPersonal === undefined || isDisabled) return { banner: false, icon: false }
  const banner = isOpened || (isPersonal && !isDismissed)
  return { banner, icon: !banner }
}
