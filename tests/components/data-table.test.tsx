/** The table of long lists on its own; the tabs that use it have their own tests. */
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { Column, ListPage, Sort } from '../../apps/web/src/ui/data-table/columns.ts'
import { DataTable } from '../../apps/web/src/ui/data-table/data-table.tsx'
import { DESKTOP, PHONE } from './app.tsx'
import { expectAccessible, overflow } from './look.ts'
import { button } from './parts.ts'

interface Bird {
  id: number
  name: string
  eggs: number
}

const BIRDS: readonly Bird[] = Array.from({ length: 120 }, (_, index) => ({
  id: index,
  name: `bird ${String(index).padStart(3, '0')}`,
  eggs: 119 - index,
}))
const COLUMNS: readonly Column<Bird, 'name' | 'eggs'>[] = [
  { id: 'name', head: 'Name', cell: ({ name }) => name, sorts: 'asc', phone: 'first' },
  { id: 'eggs', head: 'Eggs', cell: ({ eggs }) => eggs, sorts: 'desc', isNumber: true, width: '6rem' },
  { id: 'nest', head: 'Nest', cell: ({ id }) => `nest ${id}`, text: ({ id }) => `N-${id}`, phone: 'nowhere' },
]
const LIMIT = 50

let root: Root | null = null

afterEach(() => {
  root?.unmount()
  root = null
  document.body.replaceChildren()
})

interface Shown {
  list?: Partial<ListPage<Bird>>
  columns?: readonly Column<Bird, 'name' | 'eggs'>[]
  size?: { readonly width: number; readonly height: number }
}

/** Shows the table, over a server that sorts and pages. */
async function show({ list = {}, columns = COLUMNS, size = DESKTOP }: Shown = {}) {
  await page.viewport(size.width, size.height)
  await commands.emulate({ colorScheme: 'light', reducedMotion: 'reduce' })
  const opened = vi.fn<(bird: Bird) => void>()
  const retried = vi.fn<() => void>()

  function Birds() {
    const [sort, setSort] = useState<Sort<'name' | 'eggs'>>({ by: 'name', order: 'asc' })
    const [offset, goTo] = useState(0)
    const way = sort.order === 'asc' ? 1 : -1
    const sorted = BIRDS.toSorted((a, b) => (a[sort.by] < b[sort.by] ? -way : way))
    return (
      <main className="p-4">
        <h1>Birds</h1>
        <DataTable
          label="All birds"
          columns={columns}
          list={{
            rows: sorted.slice(offset, offset + LIMIT),
            total: BIRDS.length,
            offset,
            limit: LIMIT,
            isPrevious: false,
            failure: null,
            retry: retried,
            goTo,
            ...list,
          }}
          rowId={({ id }) => String(id)}
          sort={sort}
          onSort={setSort}
          onOpen={opened}
          actions={({ name }, tabIndex) => (
            <button type="button" tabIndex={tabIndex} aria-label={`More of ${name}`}>
              …
            </button>
          )}
          empty={<p>No birds here</p>}
        />
      </main>
    )
  }

  const element = document.body.appendChild(document.createElement('div'))
  root = createRoot(element)
  root.render(<Birds />)
  await expect.element(page.getByRole('main')).toBeVisible()
  return { opened, retried }
}

const grid = page.getByRole('grid', { name: 'All birds' })
const row = (index: number) => grid.getByRole('row').nth(index + 1)
const focused = () => document.activeElement?.textContent

test('column headers sort, pages turn, and a click opens a row', async () => {
  const { opened } = await show()
  const name = grid.getByRole('columnheader', { name: 'Name' })
  const eggs = grid.getByRole('columnheader', { name: 'Eggs' })
  await expect.element(name).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(eggs).toHaveAttribute('aria-sort', 'none')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '121')
  await expectAccessible()

  await eggs.getByRole('button').click()
  await expect.element(eggs).toHaveAttribute('aria-sort', 'descending')
  await expect.element(name).toHaveAttribute('aria-sort', 'none')
  await eggs.getByRole('button').click()
  await expect.element(eggs).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(row(0)).toMatchTextContent('bird 119')

  await button('Page 3').click()
  await expect.element(page.getByText('101–120 of 120')).toBeVisible()
  await expect.element(row(0)).toHaveAttribute('aria-rowindex', '102')
  await row(1).click()
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'bird 018' }))
  await button('More of bird 018').click()
  expect(opened).toHaveBeenCalledTimes(1)
})

test('one row is in the tab order: arrows, Home and End move, Enter opens, and copying takes the row or cell', async () => {
  const { opened } = await show()
  await grid.getByRole('columnheader', { name: 'Eggs' }).getByRole('button').click()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(row(0).element())
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'bird 002' }))

  expect(copied()).toBe('bird 002\t117\tN-2')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('117')
  expect(copied()).toBe('117')
  await userEvent.keyboard('{ArrowRight}')
  expect(copied()).toBe('N-2')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('nest 49')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Home}')
  expect(document.activeElement).toBe(row(0).element())

  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(button('More of bird 000').element())
  await userEvent.keyboard('{Tab}')
  expect(grid.element().contains(document.activeElement)).toBe(false)
})

/** What copying puts on the clipboard, from the focused element. */
function copied(): string {
  const event = new ClipboardEvent('copy', {
    bubbles: true,
    cancelable: true,
    clipboardData: new DataTransfer(),
  })
  document.activeElement?.dispatchEvent(event)
  return event.clipboardData?.getData('text/plain') ?? ''
}

test('an empty list, loading, and a failed load', async () => {
  await show({ list: { rows: [], total: 0 } })
  await expect.element(page.getByText('No birds here')).toBeVisible()
  root?.unmount()
  await show({ list: { rows: undefined } })
  await expect.element(page.getByRole('status').getByText('Loading the list')).toBeInTheDocument()
  root?.unmount()
  const { retried } = await show({ list: { rows: undefined, failure: 'The birds are gone.' } })
  await button('Try Again').click()
  expect(retried).toHaveBeenCalledTimes(1)
  root?.unmount()
  await show({ list: { failure: 'The birds are gone.' } })
  await expect.element(page.getByRole('alert').getByText(/out of date/)).toBeVisible()
  await expect.element(row(0)).toBeVisible()
})

test('on a phone a row has two lines, and a select sorts', async () => {
  const { opened } = await show({ size: PHONE })
  const list = page.getByRole('list', { name: 'All birds' })
  const first = list.getByRole('listitem').first()
  await expect.element(first.getByText('Eggs 119')).toBeVisible()
  await expect.element(list.getByText('nest 0')).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Eggs, ascending')
  await expect.element(first).toMatchTextContent('bird 119')
  await first.getByRole('button', { name: 'bird 119', exact: true }).click()
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'bird 119' }))
  await expectAccessible()
})

test('on a phone a short text before a long one is not cut', async () => {
  const [name] = COLUMNS
  if (name === undefined) throw new Error('The first column is the name')
  await show({
    size: PHONE,
    columns: [
      { id: 'kind', head: 'Kind', cell: () => 'Migratory', phone: 'first' },
      { ...name, cell: ({ name: bird }) => `${bird}, ${'which came from far away, '.repeat(4)}` },
    ],
  })
  const word = page.getByText('Migratory', { exact: true }).first().element()
  expect(word.scrollWidth).toBeLessThanOrEqual(word.clientWidth)
  expect(overflow()).toBe(0)
})
