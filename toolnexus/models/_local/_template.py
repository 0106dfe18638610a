"""How a conversation with tools is written out for a model that was not taught to call them."""

from __future__ import annotations

CALL_BEGINS = "<call>\n"
"""How a call begins. A model this small needs to have it begun."""

CALL_ENDS = "\n</call>"
"""How a call ends."""

# The server finds out from the template itself how calls are written, and makes a grammar of
# each tool's schema for what stands between the lines. What a tool said is a turn of the
# user's: a model this small has never seen another way, and repeats or ignores it otherwise.
TEMPLATE = """\
{%- if tools %}<|im_start|>system
{% if messages[0].role == 'system' %}{{ messages[0].content }}

{% endif %}You can call these tools:
{% for tool in tools %}{{ tool | tojson }}
{% endfor %}To call a tool, write
<call>
{"name": "tool name", "arguments": {"argument": "value"}}
</call><|im_end|>
{% elif messages[0].role == 'system' %}<|im_start|>system
{{ messages[0].content }}<|im_end|>
{% endif %}
{%- for message in messages %}
{%- if message.role == 'assistant' and message.tool_calls %}<|im_start|>assistant
{{ message.content or '' }}
{%- for call in message.tool_calls %}<call>
{"name": {{ call.function.name | tojson }}, "arguments": {{ call.function.arguments | tojson \
if call.function.arguments is mapping else call.function.arguments }}}
</call>
{% endfor %}<|im_end|>
{% elif message.role == 'tool' %}<|im_start|>user
The answer is: {{ message.content }}<|im_end|>
{% elif message.role != 'system' or not loop.first %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
