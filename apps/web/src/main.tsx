import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { session, watchBrowser } from './app/session.ts'
import './styles/index.css'
import { passStyleNonce } from './ui/csp-nonce.ts'
import { watchTheme } from './ui/theme.ts'

passStyleNonce()
watchTheme()
watchBrowser()
void session.restore()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
