/** Teams: how a space groups its agents. Each space has its own, beside the built-in ones. */
export { teamsApi } from './routes.ts'
