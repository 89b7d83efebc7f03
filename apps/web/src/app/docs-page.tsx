import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../api/browser.ts'

/** `/docs` leads to the documentation that the server names; without one, to the help (decisions 13.6). */
export function DocsPage() {
  const [hasNone, setHasNone] = useState(false)

  useEffect(() => {
    api.auth.providers().then(
      ({ docs_url }) => (docs_url === null ? setHasNone(true) : location.replace(docs_url)),
      () => setHasNone(true),
    )
  }, [])

  return hasNone ? <Navigate to="/help" replace /> : null
}
