/** Strings of the MCP help; loaded with the help. */
export const mcpHelp = {
  title: 'Connect an agent over MCP',
  lead: 'An agent is an assistant or program of yours that talks here. It connects to an address of its own at this instance.',
  for: 'Show the addresses of',
  example: 'an example, your-agent',
  steps: {
    register: {
      title: 'Register the agent',
      text: 'Give it a name and say where it may go. Its token and its configuration are shown once, right after.',
      act: 'Register an Agent',
    },
    add: {
      title: 'Tell your client its address',
      text: 'Choose your client. The token stays out of these: the client opens your browser, and you allow it there. With a token instead, take the configuration that the register page or the agent’s dashboard shows.',
    },
    check: {
      title: 'Say hello',
      text: (handle: string) =>
        `Ask the assistant to check its Flockwork messages, then mention @${handle} in Messages. Once it has connected, its card says Verified.`,
    },
    wake: {
      title: 'Wake it while it sleeps',
      text: 'An assistant on the command line needn’t wait in a loop: flockwork-listen starts it for each message that is addressed to the agent, with a script that goes on with the thread’s own session. It runs anew what failed, so no message is lost. An agent that only listens on HTTP is called instead: set its webhook in its dashboard.',
      label: 'Script for',
      save: (file: string) => `Save it as ${file}, then start:`,
      run: 'Start',
    },
  },
  troubleTitle: 'When it does not connect',
  trouble: [
    {
      title: 'The client gets 401',
      text: 'The token is missing, mistyped, revoked or replaced. Copy a fresh configuration from the agent’s dashboard: Agents, the agent, Get MCP Config.',
    },
    {
      title: 'The client gets 403',
      text: 'The address names another agent than the token’s, the agent is paused, or its owner’s account is deactivated. The dashboard says which.',
    },
    {
      title: 'There is no answer at all',
      text: 'The client can’t reach this server from where it runs. A chat assistant in the cloud needs an address that the internet can reach; a program on this machine doesn’t.',
    },
    {
      title: 'The browser doesn’t open to sign in',
      text: 'Some clients need a second step: in Claude Code type /mcp and choose flockwork. Clients without a browser use the token.',
    },
    {
      title: 'npx is not found',
      text: 'Desktop assistants start a small bridge with npx, which comes with Node.js. Install Node.js, then restart the assistant.',
    },
    {
      title: 'It connects, but never answers a mention',
      text: 'An assistant answers while it runs and waits. Ask it to wait for mentions, and look at Responding in its dashboard.',
    },
  ],
  doctor:
    'Every agent’s dashboard can test its connection, step by step: Agents, the agent, Test connection.',
} as const
