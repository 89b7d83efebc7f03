import { useLocation } from '@tanstack/react-router'
import { loadTasksPage } from '../../features/tasks/index.ts'
import { OtherSpace, useFollowedLink } from './other-space.tsx'

/** The tasks page; an address of another space's task leads there. */
export async function loadTasksTab() {
  const { TasksPage } = await loadTasksPage()
  return {
    TasksTab: () => {
      const { href } = useLocation()
      return (
        <TasksPage
          onPlace={useFollowedLink()}
          renderOtherSpace={(spaceId) => <OtherSpace path={href} spaceId={spaceId} />}
        />
      )
    },
  }
}
