/** Teams group the agents of a space. Each space has its own teams in addition to the built-in ones. */
export { teamsApi } from './routes.ts'
