import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserServices, watchBrowser } from './api/browser.ts'
import { Services } from './api/services.ts'
import { App } from './app/app.tsx'
import { readArrival } from './app/gate/arrival.ts'
import { watchFocus } from './app/cache/query-client.ts'
import { installServiceWorker } from './app/install-service-worker.ts'
import './styles/index.css'
import { passStyleNonce } from './ui/csp-nonce.ts'
import { watchTheme } from './ui/theme.ts'

// first of all: a secret in the address is gone before anything could note it down
const arrival = readArrival()
passStyleNonce()
watchTheme()
const services = createBrowserServices()
watchBrowser(services)
watchFocus(window, document)
installServiceWorker()
// the pages outside the shell ask for no session
if (arrival.page === null) void services.session.restore()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Services value={services}>
        <App arrival={arrival} />
      </Services>
    </StrictMode>,
  )
}
