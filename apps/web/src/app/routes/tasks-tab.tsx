import { useLocation } from '@tanstack/react-router'
import { loadTasksPage } from '../../features/tasks/index.ts'
import { OtherSpace, useFollowedLink } from './other-space.tsx'

/** The tasks page; the URL of another space's task switches to that space. */
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
