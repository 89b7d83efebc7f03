import { useSignedIn } from '../../api/use-session.ts'

/** The stream only covers the current space. */
const ELSEWHERE_MS = 5_000

/** How a dialog's list of a space stays up to date: by events in the current space, otherwise by polling. */
export function useDialogRefetch(spaceId: string): {
  refetchInterval: number | false
  refetchOnWindowFocus: true
} {
  const { spaceId: here } = useSignedIn()
  return { refetchInterval: spaceId === here ? false : ELSEWHERE_MS, refetchOnWindowFocus: true }
}
