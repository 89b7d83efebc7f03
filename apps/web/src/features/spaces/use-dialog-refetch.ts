import { useSignedIn } from '../../api/use-session.ts'

/** The stream carries the space on screen alone. */
const ELSEWHERE_MS = 5_000

/** How a dialog's list of a space stays up to date: by events in the space on screen, else by asking again. */
export function useDialogRefetch(spaceId: string): {
  refetchInterval: number | false
  refetchOnWindowFocus: true
} {
  const { spaceId: here } = useSignedIn()
  return { refetchInterval: spaceId === here ? false : ELSEWHERE_MS, refetchOnWindowFocus: true }
}
