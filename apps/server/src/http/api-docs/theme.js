// Before the first paint: the theme that the web app stored, else the system's.
;(function () {
  let stored = null
  try {
    stored = localStorage.getItem('darkMode')
  } catch {
    // storage is blocked: use the system's theme
  }
  const isDark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true'
  document.documentElement.classList.toggle('dark-mode', isDark)
})()
