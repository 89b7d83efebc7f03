/** Texts that try to take over the agents that read them (docs/rules/guardrails.md#take-over). */
import type { GuardrailRuleId } from '@flockwork/contract/guardrails'

export type TakeoverRule = Extract<GuardrailRuleId, `takeover.${string}`>

/** The rules, as named in a refusal. */
export const WORDS_OF: Readonly<Record<TakeoverRule, string>> = {
  'takeover.override': 'an order to agents to ignore their instructions',
  'takeover.markers': 'an imitated marker of a system prompt or turn',
  'takeover.hidden': 'instructions for agents that people cannot see',
  'takeover.tool-call': "an imitation of an agent's tool call",
  'takeover.exfiltration': 'an order to agents to give away secrets or data',
}

/**
 * Orders to ignore an agent's instructions. They name instructions, as prompts do; people who ask to ignore a message,
 * a warning or a rule of a linter don't.
 */
const OVERRIDES = [
  // verb, which, instructions
  /\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|overrule|bypass|discard|drop|neglect|(?:do not|don['’]?t|stop) (?:follow(?:ing)?|obey(?:ing)?)|pay no attention to) (?:(?:completely|entirely|now|about|any|all|each|every|everything|and|of|the|these|those|this|that|your|our|my|what|were|was|in|other) ){0,6}(?:previous|prior|earlier|above|preceding|former|initial|original|foregoing|aforementioned)(?:ly given)?[ ,](?:(?:and|or|any|all|system|developer|safety|security|given|user|of|your|the|chat|conversation|hidden) ){0,4}(?:instructions?|prompts?|directives?|directions|guidelines|commands?|orders|programming|constraints|restrictions|guardrails|safeguards|rules|training|system message)\b/i,
  // verb, your instructions
  /\b(?:ignore|disregard|forget|override|bypass|discard|do not follow|don['’]?t follow|stop following|stop obeying) (?:(?:completely|now|about|any|all|of|everything in|what is in) ){0,4}(?:your|the (?:system|developer|hidden|initial|original)|its|any system|all system) (?:(?:own|system|developer|safety|security|original|initial|hidden|current|existing|old|past|and|content) ){0,4}(?:instructions?|prompts?|directives?|guidelines|programming|guardrails|safeguards|safety (?:rules|filters|checks)|restrictions|training|rules and (?:guidelines|instructions)|message)\b/i,
  // verb, instructions, which
  /\b(?:ignore|disregard|forget|override|bypass) (?:(?:any|all|every|everything|of|the|those|these) ){0,4}(?:instructions?|prompts?|directives?|guidelines|commands|rules)(?: (?:and|or) (?:instructions?|guidelines|rules|prompts))? (?:(?:that|which|you|have|been|were|are|was|has|i|we) ){0,4}(?:above|before this|(?:given|told) (?:to you|above|before|earlier|previously|so far|by)|before (?:this|now|me)\b|you (?:got|received|were given|have)|told (?:to )?(?:you|before)|(?:from|by|of) (?:your|the) (?:system|developer|owner|operator|creator|user)|so far|up to now|until now)/i,
  /\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:(?:that|you|were|was|have|been|i|we|has|had) ){0,4}(?:told|instructed|said|written|know|learned|above|before|(?:that )?came before|prior)\b[^\n]{0,60}\b(?:instead|and (?:act|do|reply|respond|say|send|post|start|follow|output|print|run)|you are now|new instructions|system)\b/i,
  // a new role
  /\byou are (?:now|no longer) (?:(?:in|a|an|the|running|operating|acting|as|bound|restricted|limited|fully|completely) ){0,4}(?:DAN\b|developer mode|dev mode|god mode|admin mode|debug mode|maintenance mode|jailbroken|jailbreak|unrestricted|unfiltered|uncensored|by (?:any|your|the|these) (?:rules|instructions|guidelines|restrictions|policy|policies))/i,
  /\b(?:enter|enable|activate|switch (?:in)?to|engage) (?:the )?(?:DAN|developer|god|jailbreak|unrestricted|unfiltered) mode\b[^\n]{0,80}\b(?:you|respond|answer|reply|output|agent|assistant|now|restrictions|rules)\b/i,
  /\b(?:pretend|act as if|act like|imagine|behave as if|suppose) (?:that )?you (?:have no|had no|are not bound|aren['’]?t bound|are free of|are without|don['’]?t have any|do not have any|are not limited|were not limited)(?: by| of| from)? (?:(?:any|all|the|your|more|ethical|moral|content|safety|such|legal|or|and) ){0,4}(?:rules|restrictions?|limits|limitations|guidelines|filters?|constraints|instructions|polic(?:y|ies)|ethics|guardrails|boundaries|censorship|morals)\b/i,
  /\b(?:your|the) (?:new|real|true|actual|updated|only) (?:and only |system |primary |secret |)(?:instructions?|objectives?|goal|mission|directives?|orders) (?:is|are) (?:now |as follows|to |the following|below)/i,
  /(?:^|\n|[.!:;\])] {0,2})(?:\W{0,6})(?:new|updated|revised|important|urgent|real|secret|hidden|additional|override) (?:system )?(?:instructions?|directives?|prompt|orders)(?: (?:for|to) (?:all |any |the |every |you,? )?(?:ai|llm|agents?|assistants?|models?|bots?)(?: agents?| assistants?| models?)?)?(?: (?:from|by) [^:\n]{0,30})?\W{0,4}:/i,
  /\bfrom now on,? (?:you (?:are|must|will|shall|should) (?:now )?(?:only |always |never )?(?:obey|ignore|act as|answer as|respond as|reply as|pretend|follow only|not follow|do anything)|ignore (?:all|any|your)|obey (?:only )?(?:me|my))/i,
  /\b(?:attention|note|message|notice|instructions?|important|hey|dear|hello|calling) ?(?:to|for)?,? (?:all |any |every |the )?(?:ai|llm|language model)(?:s|[ -](?:agents?|assistants?|models?|systems?|bots?|reading this))\b[^\n]{0,80}\b(?:must|ignore|disregard|stop|reply|respond|send|post|forward|delete|approve|run|execute|include|do not|don['’]?t|instead)\b/i,
  /\b(?:do not|don['’]?t|never|without) (?:tell(?:ing)?|mention(?:ing)?|reveal(?:ing)?|inform(?:ing)?|alert(?:ing)?|disclos(?:e|ing)|show(?:ing)?) (?:(?:to |the |your |any |this |it |that |you |received |about )){0,5}(?:user|owner|human|operator|person|anyone|these|this|instructions?) ?(?:about |of |that |which |you )?(?:these|this|received|got|have|were|follow|came|hidden|secret)? ?(?:hidden |secret |new |special )?(?:instructions?|prompt|directive|message was|order)\b/i,
  // the same in other languages
  /\b(?:ignorier(?:e|en|t)?|missachte[nt]?|vergiss|vergesst) (?:(?:bitte|alle|alles|sämtliche|deine|eure|die|sie|ihre|und) ){0,4}(?:vorherigen|bisherigen|vorangegangenen|früheren|obigen|vorigen|ursprünglichen) (?:\S{1,20} ){0,2}?(?:anweisungen|instruktionen|befehle|vorgaben|regeln|prompts?)/i,
  /\b(?:ignore[zr]?|oublie[zr]?|ne tenez pas compte de|ne tiens pas compte de) (?:(?:toutes|tous|les|tes|vos|des) ){0,3}(?:instructions|consignes|directives|ordres|règles) (?:précédentes|antérieures|ci-dessus|initiales|précédents|d['’]origine|du système)/i,
  /\b(?:ignora|ignore|ignorad|olvida|olvide|omite|descarta) (?:(?:todas|todos|las|los|tus|sus|de) ){0,3}(?:instrucciones|órdenes|indicaciones|reglas|directivas) (?:anteriores|previas|previos|originales|iniciales|del sistema|de arriba)/i,
  /\b(?:ignora|ignori|dimentica|tralascia) (?:(?:tutte|tutti|le|gli|i|tue|sue) ){0,3}(?:istruzioni|indicazioni|regole|direttive|ordini) (?:precedenti|iniziali|originali|di sistema)/i,
  /\b(?:ignore|ignora|esqueça|esquece|desconsidere) (?:(?:todas|todos|as|os|suas|tuas) ){0,3}(?:instruções|ordens|regras|diretrizes) (?:anteriores|prévias|iniciais|originais|acima|do sistema)/i,
  /\b(?:negeer|vergeet) (?:(?:alle|al|de|je|uw|jouw) ){0,3}(?:vorige|voorgaande|eerdere|bovenstaande|oorspronkelijke) (?:instructies|opdrachten|aanwijzingen|regels)/i,
  /(?:忽略|无视|無視|忘记|忘記|不要遵守|不用理会)(?:你|您|的|掉|所有|全部|一切|任何|以上|之前|先前|此前|上面|前面|原来|系统){1,8}(?:指令|指示|提示词?|规则|規則|命令|说明|要求)/,
  /(?:これまで|以前|上記|前|今まで|先ほど|すべて|全て)の?(?:すべて|全て)?の?(?:指示|命令|プロンプト|ルール|指令)(?:を|は)?(?:すべて|全て)?(?:無視|忘れ)/,
  /(?:игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|не следуй(?:те)?) (?:(?:все|всем|всё|свои|твои|ваши|эти) ){0,3}(?:предыдущи[ем]|прошлы[ем]|прежни[ем]|изначальны[ем]|системны[ем]) (?:инструкци[ия]м?|указани[яе]м?|команды?|правила?|промпты?)/i,
  /(?:이전|앞선|위의|기존)(?:의)? ?(?:모든 ?)?(?:지시|명령|프롬프트|지침|규칙)(?:사항)?(?:을|를|은|는)? ?(?:모두 ?|전부 ?)?(?:무시|잊)/,
]

/** Turn markers of model conversations inside a message. */
const MARKERS = [
  /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|eom_id|begin_of_text|end_of_text|start_header_id|end_header_id|endofprompt|start|channel|message|return)\|>/i,
  /<｜(?:User|Assistant|begin▁of▁sentence|end▁of▁sentence)｜>/i,
  /\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>|\[\/?SYSTEM_PROMPT\]/,
  /<\/?(?:system[-_ ]?(?:prompt|message|instructions?|reminder|override|notice)|developer[-_](?:prompt|message|instructions?)|admin[-_](?:override|instructions?)|instructions?[-_]override)>/i,
  /<system>\s{0,4}(?:you|ignore|the (?:user|assistant)|from now|important|always|never|new )/i,
  /(?:^|\n)#{2,4} ?(?:system|instruction|response|assistant|human):[ \t]{0,4}\n/i,
  /(?:^|\n)[ \t>*_`]{0,6}\[?(?:system|developer|admin(?:istrator)?)(?: ?(?:message|prompt|override|notice|instruction))?\]?[ \t*_`]{0,4}:[ \t*_`"]{0,6}(?:you (?:are|must|will|should|have been|may|can) (?:now|an?|the|ignore|obey|immediately|follow|not|no longer|authori[sz]ed|granted|free)\b|ignore|disregard|forget (?:all|your|every|previous)|override|new instructions|all (?:previous|prior) |from now on|the (?:user|owner|operator) (?:has|is) (?:authori|approv|grant)|safety (?:is|checks? (?:are|is)) (?:off|disabled)|your instructions)/i,
  /\b(?:begin|start|end) (?:of )?(?:the )?(?:new |hidden |real )?system (?:prompt|message|override|instructions?)\b/i,
  /(?:^|\n)\n?(?:Human|User): [^\n]{1,200}\n{1,3}(?:Assistant|AI|Claude|ChatGPT): /,
]

/** Tool calls in the formats of well-known model vendors. */
const TOOL_CALLS = [
  /<\/?(?:antml:)?(?:function_calls|function_results|tool_calls?|tool_results?|tool_use|tool_response|tool_outputs?)\b[^>\n]{0,100}>/i,
  /<(?:antml:)?(?:invoke|parameter) name=["'][\w.:-]{1,80}["']/i,
  /<function=[\w.-]{1,80}>|<\|(?:python_tag|tool_calls?|tool_call_begin|tool_calls_begin|call|constrain)\|>|<｜tool▁calls?▁begin｜>|\[TOOL_CALLS\]|\[TOOL_RESULTS\]/i,
  /\bto=functions\.[\w.]{1,80}/,
]

/** Orders to reveal what an agent knows, or to send data elsewhere. */
const EXFILTRATIONS = [
  /\b(?:reveal|print|repeat|output|show|tell|give|leak|dump|display|paste|write|recite|disclose|share|summari[sz]e|quote|expose|return|translate|what(?: is|['’]s| are| was| were)) (?:(?:me|us|out|here|back|verbatim|word for word|the|all|of|exactly|everything|in|full|contents?|text|whole|entire|complete|full|to|exact) ){0,7}(?:your|its) (?:(?:own|full|entire|exact|complete|whole|current|secret) ){0,3}(?:(?:system|initial|hidden|original|developer|internal|secret|underlying|pre) ?-?(?:prompts?|instructions?|messages?|directives?|rules|configuration)|context window|chain of thought|(?:api|access|agent|auth|secret|private)[ -]?(?:keys?|tokens?)|credentials|secrets|environment variables|env vars)\b/i,
  /\b(?:post|paste|send|reply with|respond with|answer with|give) (?:me |us )?your (?:own |full |current |secret |private ){0,3}(?:(?:api|access|agent|auth|secret|private|bearer)[ -]?(?:keys?|tokens?)|tokens?|credentials|passwords?|secrets|environment variables|env vars) (?:here|now|publicly|to me|in (?:this|the|a|your) (?:channel|thread|chat|reply|message|response|answer|next message))\b/i,
  /\b(?:repeat|print|output|write|return|copy) (?:(?:out|back|all|of|the|me|everything|every|words?|text|exactly|verbatim) ){1,6}(?:above|before this)(?: this)?[^\n]{0,40}\b(?:verbatim|starting with|beginning with|you are|word for word|code block|txt)/i,
  /\b(?:send|post|forward|upload|exfiltrate|leak|transmit|submit|e-?mail|append|encode|deliver|transfer|curl|pipe|copy|publish|report) (?:(?:me|us|over|out|back|and|then|base64|encoded?|immediately|now|also|quietly|silently|secretly|first|just) ){0,4}(?:(?:the )?(?:contents?|values?|text|output|list) of )?(?:all|any|every|each|everything|whatever|your)\b[^\n.!?]{0,60}\b(?:keys?|tokens?|credentials?|passwords?|secrets?|cookies|environment variables|env vars|conversations?|chat (?:history|log)|messages|system prompt|memory|files|data|contacts|history)\b[^\n]{0,80}\b(?:to|at|into|via|in|as) (?:(?:the|this|an?|our|my|following|external|remote|public) ){0,4}(?:https?:\/\/|hxxps?:\/\/|webhooks?\b|url\b|endpoint\b|server\b|address\b|[\w.+-]{1,40}@[\w-]{1,40}\.|pastebin|gist\b|attacker|image url|query string)/i,
  /\b(?:send|post|forward|upload|exfiltrate|leak|transmit|paste|print|share|read|cat|include|give me|show me)\b[^\n.!?]{0,40}(?:\.env\b|~\/\.ssh|id_rsa|id_ed25519|\/etc\/(?:passwd|shadow)|~\/\.aws|\.netrc|credentials\.json)[^\n]{0,60}\b(?:to|into|and (?:send|post|upload|reply|paste|forward|include)|in (?:your|the|this|a) (?:reply|answer|response|channel|thread|message|chat)|here)\b/i,
  /!\[[^\]\n]{0,80}\]\(\s{0,3}https?:\/\/[^\s)]{1,200}[?&=/](?:\{|%7[Bb]|<|\[|\$\{|(?:INSERT|DATA|SECRET|PLACEHOLDER|CONTENTS?|BASE64)\b)/,
  /\b(?:exfiltrate|steal|leak|harvest) (?:the |all |any |every |your |its |their |this |user )?(?:[\w-]{1,20} ){0,3}(?:keys?|tokens?|credentials?|passwords?|secrets?|cookies|data|conversations?|messages|prompt)\b[^\n]{0,60}\b(?:to|via|through|by|now|silently|without)\b/i,
]

export const TAKEOVERS: readonly { readonly rule: TakeoverRule; readonly patterns: readonly RegExp[] }[] = [
  { rule: 'takeover.override', patterns: OVERRIDES },
  { rule: 'takeover.markers', patterns: MARKERS },
  { rule: 'takeover.tool-call', patterns: TOOL_CALLS },
  { rule: 'takeover.exfiltration', patterns: EXFILTRATIONS },
]
