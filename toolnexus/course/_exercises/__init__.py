"""One file for each exercise, and their order in the course."""

from toolnexus.course._exercise import Exercise
from toolnexus.course._exercises._answer_in_their_shape import ANSWER_IN_THEIR_SHAPE
from toolnexus.course._exercises._call_a_real_tool import CALL_A_REAL_TOOL
from toolnexus.course._exercises._careful_approval import CAREFUL_APPROVAL
from toolnexus.course._exercises._chained_calls import CHAINED_CALLS
from toolnexus.course._exercises._describe_unit import DESCRIBE_UNIT
from toolnexus.course._exercises._fewer_tokens import FEWER_TOKENS
from toolnexus.course._exercises._first_tool import FIRST_TOOL
from toolnexus.course._exercises._fit_for_all import FIT_FOR_ALL
from toolnexus.course._exercises._green_drill import GREEN_DRILL
from toolnexus.course._exercises._guard_the_call import GUARD_THE_CALL
from toolnexus.course._exercises._left_out import LEFT_OUT
from toolnexus.course._exercises._recoverable_message import RECOVERABLE_MESSAGE
from toolnexus.course._exercises._strict_tool import STRICT_TOOL
from toolnexus.course._exercises._structured_output import STRUCTURED_OUTPUT
from toolnexus.course._exercises._test_a_tool import TEST_A_TOOL
from toolnexus.course._exercises._unanswered_call import UNANSWERED_CALL
from toolnexus.course._exercises._use_the_panel import USE_THE_PANEL
from toolnexus.course._exercises._which_choice import WHICH_CHOICE

# A notebook to a line, so that two of them can grow at the same time.
EXERCISES: tuple[Exercise, ...] = (
    *(DESCRIBE_UNIT, FIRST_TOOL),
    *(UNANSWERED_CALL, CHAINED_CALLS, WHICH_CHOICE, CAREFUL_APPROVAL),
    *(RECOVERABLE_MESSAGE, GREEN_DRILL, TEST_A_TOOL),
    *(LEFT_OUT, STRUCTURED_OUTPUT, FEWER_TOKENS, CALL_A_REAL_TOOL),
    *(USE_THE_PANEL,),
    *(STRICT_TOOL, FIT_FOR_ALL, ANSWER_IN_THEIR_SHAPE),
    *(GUARD_THE_CALL,),
)
"""All exercises, in the order of the notebooks and from top to bottom in each."""
